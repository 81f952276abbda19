/// Tells observers the present state and every change; one that is slow gets the latest only.
final class StateFeed: Sendable {
    private struct Contents: Sendable {
        var state: AuthenticationState?
        /// Settled by the next change.
        var change = SharedResult<Void>()
    }

    private let contents: Locked<Contents>

    init(_ state: AuthenticationState) {
        contents = Locked(Contents(state: state))
    }

    /// Tells the state, if it is another one.
    func publish(_ state: AuthenticationState) {
        replace(with: state)
    }

    /// Ends every observation.
    func finish() {
        replace(with: nil)
    }

    /// An observation of its own; it holds the feed, not its owner.
    func observe() -> AsyncStream<AuthenticationState> {
        let last = Locked<AuthenticationState?>(nil)
        return AsyncStream {
            while true {
                let (state, change) = self.contents.withLock { ($0.state, $0.change) }
                guard let state, !Task.isCancelled else { return nil }
                let isNew = last.withLock { last in
                    defer { last = state }
                    return last != state
                }
                if isNew { return state }
                guard (try? await change.value()) != nil else { return nil }
            }
        }
    }

    private func replace(with state: AuthenticationState?) {
        let change = contents.withLock { contents -> SharedResult<Void>? in
            guard contents.state != state else { return nil }
            defer { contents = Contents(state: state) }
            return contents.change
        }
        change?.settle(.success(()))
    }
}
