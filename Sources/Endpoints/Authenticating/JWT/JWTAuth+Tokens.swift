extension JWTAuth {
    /// Returns an access token that is good, and renews it first when it isn't.
    ///
    /// While a sign-in or a refresh is under way it waits for that. A cancelled task leaves at once, and nothing else
    /// ends with it.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public nonisolated func accessToken() async throws -> String {
        let account = scopedAccount
        if let good = try account.goodToken() { return good }
        return try await account.tokens(for: .token).pair.accessToken
    }

    /// Renews the token whatever is left of it, or waits for the refresh that is running, and returns the new one.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public nonisolated func newAccessToken() async throws -> String {
        try await scopedAccount.tokens(for: .newToken).pair.accessToken
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
                return try await scopedAccount.tokens(for: .look).pair
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
        scopedAccount.tokenState.withLock(\.visible)
    }

    /// The present state, then its changes, to the end of this instance.
    ///
    /// An observer that is slow gets the latest state only. Each read of the property makes an observation of its own,
    /// and has the store read if it hasn't been, so that ``AuthenticationState/loading`` ends without a request. Ending
    /// an observation ends nothing else.
    public nonisolated var states: AsyncStream<AuthenticationState> {
        let account = scopedAccount
        if case .loading = account.state { Task { [weak account] in _ = try? await account?.tokens } }
        return account.feed.observe()
    }
}
