import Endpoints

/// What a call told about itself.
final class Watch: RequestObserver {
    /// The events, as far as they are looked at.
    struct Story: Sendable {
        var ids: Set<UInt64> = []
        var endings: [RequestEvent.Kind] = []
        var delays: [Duration] = []
        var attempts = 0
        var eventsAfterEnd = 0
    }

    private let state = Locked(Story())

    var story: Story { state.withLock { $0 } }

    func observe(_ event: RequestEvent) {
        state.withLock { story in
            if !story.endings.isEmpty { story.eventsAfterEnd += 1 }
            story.ids.insert(event.callID)
            story.attempts = max(story.attempts, event.attempt)
            if event.kind == .succeeded || event.kind == .failed { story.endings.append(event.kind) }
            if event.kind == .retrying { story.delays.append(event.delay ?? .seconds(-1)) }
        }
    }
}
