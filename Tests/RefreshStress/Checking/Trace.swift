import Endpoints

/// The events of one round, in the order in which they happened.
final class Trace: Sendable {
    private struct State: Sendable {
        var events: [Event] = []
        var handlers = 0
        var openWork = 0
    }

    private let state = Locked(State())

    var events: [Event] { state.withLock(\.events) }

    /// How many refresh handlers and sign-ins run.
    var openWork: Int { state.withLock(\.openWork) }

    func note(_ event: Event) {
        state.withLock { state in
            if case .handlerEnded = event { state.openWork -= 1 }
            state.events.append(event)
        }
    }

    /// Runs a sign-in, which may go on when nobody waits for it any more.
    func signingIn<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        state.withLock { $0.openWork += 1 }
        defer { state.withLock { $0.openWork -= 1 } }
        return try await body()
    }

    /// Notes the begin of a refresh handler, and returns its number.
    func noteHandler(owner: Int, refresh: String) -> Int {
        state.withLock { state in
            state.handlers += 1
            state.openWork += 1
            state.events.append(.handlerBegan(handler: state.handlers, owner: owner, refresh: refresh))
            return state.handlers
        }
    }
}
