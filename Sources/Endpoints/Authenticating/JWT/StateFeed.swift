/// Tells observers the present state and every change; one that is slow gets the latest only.
final class StateFeed: Sendable {
    private struct Contents: Sendable {
        var state: AuthenticationState
        var isFinished = false
        /// Settled by the next change.
        var change = SharedResult<Void>()
    }

    private let contents: Locked<Contents>

    init(_ state: AuthenticationState) {
        contents = Locked(Contents(state: state))
    }

    /// Tells the state, if it is another one.
    func publish(_ state: AuthenticationState) {
        change { $0.state == state ? nil : Contents(state: state) }
    }

    /// Ends every observation, after the last state.
    func finish() {
        change { Contents(state: $0.state, isFinished: true) }
    }

    /// An observation of its own; it holds the feed, not its owner.
    func observe() -> AsyncStream<AuthenticationState> {
        let last = Locked<AuthenticationState?>(nil)
        return AsyncStream {
            while true {
                let contents = self.contents.withLock { $0 }
                guard !Task.isCancelled else { return nil }
                let state = contents.state
                let isNew = last.withLock { last in
                    defer { last = state }
                    return last != state
                }
                if isNew { return state }
                guard !contents.isFinished, (try? await contents.change.value()) != nil else { return nil }
            }
        }
    }

    private func change(_ next: (Contents) -> Contents?) {
        let change = contents.withLock { contents -> SharedResult<Void>? in
            guard let next = next(contents) else { return nil }
            defer { contents = next }
            return contents.change
        }
        change?.settle(.success(()))
    }
}
