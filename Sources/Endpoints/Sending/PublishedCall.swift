/// One call on behalf of a subscriber: it starts once, delivers once, and cancelling it cancels the task that carries it.
///
/// All that a publisher does apart from being one, so that it can be tested where there is no Combine.
final class PublishedCall<Output: Sendable, Failure: Error>: Sendable {
    private enum State: Sendable {
        case idle
        case running(Task<Void, Never>)
        case over
    }

    private let state = Locked<State>(.idle)
    private let operation: @Sendable () async -> Result<Output, Failure>

    init(_ operation: @escaping @Sendable () async -> Result<Output, Failure>) {
        self.operation = operation
    }

    /// Starts the call, unless it has been started or cancelled before.
    ///
    /// The outcome is delivered on the task that carries the call; after a cancellation nothing is.
    func start(delivering deliver: @escaping @Sendable (Result<Output, Failure>) -> Void) {
        state.withLock { state in
            guard case .idle = state else { return }
            state = .running(
                Task {
                    let result = await operation()
                    if finish() { deliver(result) }
                }
            )
        }
    }

    /// Ends the call.
    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state = .over }
            if case .running(let task) = state { return task }
            return nil
        }
        task?.cancel()
    }

    private func finish() -> Bool {
        state.withLock { state in
            guard case .running = state else { return false }
            state = .over
            return true
        }
    }
}
