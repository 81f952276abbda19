import Endpoints

/// A lock that tasks wait for in the order in which they came.
final class StoreLock: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var waiters: [SharedResult<Void>] = []
    }

    private let state = Locked(State())

    /// Runs `body` while nobody else does; a task that is cancelled while it waits leaves.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let turn = state.withLock { state -> SharedResult<Void>? in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let turn = SharedResult<Void>()
            state.waiters.append(turn)
            return turn
        }
        guard let turn else { return }
        do {
            try await turn.value()
        } catch {
            let isStillWaiting = state.withLock { state -> Bool in
                let count = state.waiters.count
                state.waiters.removeAll { $0 === turn }
                return state.waiters.count < count
            }
            // The turn came at the moment of the cancellation: it goes to the next one.
            if !isStillWaiting { release() }
            throw error
        }
    }

    private func release() {
        let next = state.withLock { state -> SharedResult<Void>? in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.settle(.success(()))
    }
}
