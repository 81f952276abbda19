import EndpointsMocking

/// A clock that stands still until a test moves it.
final class RuleClock: Clock {
    struct Instant: InstantProtocol {
        var time: Duration = .zero

        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
    }

    private struct Contents: Sendable {
        var now = Instant()
        var alarms: [(id: Int, time: Instant, ring: SharedResult<Void>)] = []
        var begun = 0
    }

    private let contents = Locked(Contents())

    var now: Instant { contents.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// How many sleeps have not ended.
    var sleeping: Int { contents.withLock { $0.alarms.count } }
    /// How many sleeps have begun.
    var begun: Int { contents.withLock(\.begun) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let ring = SharedResult<Void>()
        let id = contents.withLock { contents in
            contents.begun += 1
            if deadline > contents.now {
                contents.alarms.append((contents.begun, deadline, ring))
            } else {
                ring.settle(.success(()))
            }
            return contents.begun
        }
        defer { contents.withLock { $0.alarms.removeAll { $0.id == id } } }
        try await ring.value()
    }

    func move(by duration: Duration) {
        let due = contents.withLock { contents in
            contents.now = contents.now.advanced(by: duration)
            return contents.alarms.filter { $0.time <= contents.now }
        }
        for alarm in due { alarm.ring.settle(.success(())) }
    }
}
