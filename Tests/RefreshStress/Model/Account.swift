import Endpoints

/// One `JWTAuth`, with what a round has to tell it.
///
/// The calls that `JWTAuth` doesn't have yet stand in the second half of this file and nowhere else.
struct Account: Sendable {
    let auth: JWTAuth

    init(
        tokens: TokenPair?,
        storage: StressStore?,
        configuration: JWTAuth.Configuration,
        clock: any Clock<Duration>,
        refreshHandler: @escaping @Sendable (String) async throws -> TokenPair,
        onTokensUpdated: @escaping @Sendable (TokenPair) async -> Void,
        onRefreshFailed: @escaping @Sendable (any Error) async -> Void
    ) {
        auth = JWTAuth(
            initialTokens: tokens,
            configuration: configuration,
            clock: clock,
            refreshHandler: refreshHandler,
            onTokensUpdated: onTokensUpdated,
            onRefreshFailed: onRefreshFailed
        )
    }
}

// What follows waits for `JWTAuth`: pass `storage` above, call what the functions name, and make both constants true.
extension Account {
    /// Whether the account has a store.
    static let hasStorage = false
    /// Whether one can sign in and out.
    static let endsGenerations = false

    func login(_ signIn: @Sendable () async throws -> TokenPair) async throws {}

    func setTokens(_ tokens: TokenPair) async throws {}

    func logout() async throws {}
}
