extension JWTAuth {
    /// Returns an access token that is good, and renews it first when it isn't.
    ///
    /// While a sign-in or a refresh is under way it waits for that. A cancelled task leaves at once, and nothing else
    /// ends with it.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public nonisolated func accessToken() async throws -> String {
        let now = configuration.now()
        let (good, scope) = tokenState.withLock { ($0.goodToken(at: now), $0.scope) }
        try ForeignScope.check(scope)
        if let good { return good.accessToken }
        return try await tokens(for: .token).accessToken
    }

    /// Renews the token whatever is left of it, or waits for the refresh that is running, and returns the new one.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public func newAccessToken() async throws -> String {
        try await tokens(for: .newToken).accessToken
    }

    /// The present tokens, good or not; nil when nobody is signed in.
    ///
    /// With a store it waits until that has answered.
    ///
    /// - Throws: ``AuthenticationError/storageFailed(underlying:)`` when the store can't be read, or `CancellationError`
    ///   when the task is cancelled.
    public nonisolated var tokens: TokenPair? {
        get async throws {
            do {
                return try await tokens(for: .look)
            } catch let error as AuthenticationError where error.needsSignIn {
                return nil
            }
        }
    }

    /// Whether somebody is signed in.
    ///
    /// With a store it waits until that has answered; false when the store can't be read, which ``state`` tells apart.
    public nonisolated var isAuthenticated: Bool {
        get async { (try? await tokens) != nil }
    }

    /// Where the account stands now.
    public nonisolated var state: AuthenticationState {
        tokenState.withLock(\.visible)
    }

    /// The present state, then its changes, to the end of this instance.
    ///
    /// An observer that is slow gets the latest state only. Each read of the property makes an observation of its own,
    /// and has the store read if it hasn't been, so that ``AuthenticationState/loading`` ends without a request. Ending
    /// an observation ends nothing else.
    public nonisolated var states: AsyncStream<AuthenticationState> {
        if case .loading = state { Task { [weak self] in _ = try? await self?.tokens } }
        return feed.observe()
    }

    /// Waits for work as often as it takes, until there are tokens that meet the need.
    func tokens(for need: TokenState.Need) async throws -> TokenPair {
        var need = need
        while true {
            try Task.checkCancellation()
            try ForeignScope.check(tokenState.withLock(\.scope))
            let now = configuration.now()
            let running: TokenWork?
            // Deciding and beginning are one stretch of isolation, so there is never a second refresh.
            switch update({ $0.decide(need, at: now) }) {
            case .use(let tokens):
                if case .replacement = need { ObservedCall.note(.rotated) }
                return tokens
            case .fail(let error): throw error
            case .begin(let id, let step): running = begin(id, with: step)
            case .wait:
                running = work
                if case .refreshing = state { ObservedCall.note(.coalesced) }
            }
            guard let running else { throw AuthenticationError.notAuthenticated }
            let outcome = try await wait(for: running)
            let isCurrent = tokenState.withLock { $0.generation == outcome.generation }
            if let tokens = outcome.tokens, isCurrent { return tokens }
            if !isCurrent { need = need.afterAnotherSignIn }
        }
    }

    private nonisolated func wait(for work: TokenWork) async throws -> TokenWork.Outcome {
        do {
            return try await WaitGraph.shared.waiting(for: work.id) { try await work.outcome.value() }
        } catch let error as RefreshReentrancyError {
            throw AuthenticationError.reentrantRefresh(error)
        }
    }
}
