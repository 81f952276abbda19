/// Sends an access token, renews it whatever happens at the same time, and keeps it across launches: there is one
/// refresh, and everybody who needs it waits for that one.
///
/// The token may be a JWT or opaque.
///
/// ```swift
/// struct API: ServerDefinition {
///     static let auth: JWTAuth = .init(storage: FileTokenStorage(name: "acme")) { refreshToken in
///         try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).tokenPair
///     }
/// }
/// ```
///
/// A token is renewed before a request when little is left of it, and after a request that the server refused because
/// of it. A refused request whose token has been replaced in the meantime is just sent again. The refresh runs in a task
/// that no caller owns, so a cancelled caller leaves at once and the new tokens are kept. The endpoint that the refresh
/// handler sends must declare ``NoAuth``.
///
/// Hold one instance per account for as long as the account is used. <doc:Authentication> tells the whole story.
public actor JWTAuth: AuthenticationMethod {
    /// ``Endpoints/TokenPair``, under the name that reads well at its use.
    public typealias TokenPair = Endpoints.TokenPair

    nonisolated let configuration: Configuration
    /// Read by everybody, changed by the actor alone; so the way of a good token takes no hop.
    nonisolated let tokenState: Locked<TokenState>
    nonisolated let feed: StateFeed
    nonisolated let clock: any Clock<Duration>
    nonisolated let storage: (any TokenStorage)?
    /// Whether the store outlives the process, so that mocks must not touch it.
    nonisolated let isPersistent: Bool
    nonisolated let refreshHandler: @Sendable (String) async throws -> TokenPair
    nonisolated let onTokensUpdated: (@Sendable (TokenPair) async -> Void)?
    nonisolated let onRefreshFailed: (@Sendable (any Error) async -> Void)?
    /// The work that runs; like the state it is changed by the actor alone, and may be a moment behind it.
    nonisolated let runningWork = Locked<TokenWork?>(nil)
    /// The task of the running work, by which it is ended early.
    var workTask: Task<TokenState.Ending?, Never>?
    /// Work that has ended, and whose hook runs.
    var concluding: [WorkID: TokenWork] = [:]
    /// The refresh token that a handler presents, also one that has been cut off and goes on.
    var presentation: Presentation?
    /// The note about a refresh token whose fate the store doesn't know yet.
    var openNote: RefreshNote?
    /// Whether a pair that the store didn't take is to be saved again in a while.
    var isSaveScheduled = false
    /// The last task that uses the store; the next one waits for it, so that writes reach the store in order.
    var lastStorageTask: Task<TokenState.Ending?, Never>?

    /// Creates the authentication of one account.
    ///
    /// - Parameters:
    ///   - initialTokens: the tokens of somebody who is signed in already; nil when nobody is. With a store they count
    ///     when the store has none, and are saved there.
    ///   - storage: where the tokens outlive the process, nil by default. It is read when tokens are first needed, and
    ///     again before each refresh and while nobody is signed in, since another process may have written.
    ///   - configuration: where the token goes and when it is renewed.
    ///   - refreshHandler: gets the refresh token and returns the new pair. It throws ``RefreshRejection`` when the
    ///     server refused the refresh token for good; see there. A pair without a refresh token keeps the one before.
    ///   - onTokensUpdated: called with every pair that took another's place without a command of yours: refreshed, or
    ///     found in the store, where another process put it. The pair is in use and stored by then, and those who
    ///     waited for it go on when the hook has returned. A hook that is slow may overlap with the next one.
    ///   - onRefreshFailed: called when the sign-in has ended without a command of yours, once for each sign-in: because
    ///     the refresh token was rejected, with what the handler threw; because the server refused a token that can't be
    ///     renewed, or one that was just renewed, with ``AuthenticationError/Code/noRefreshToken`` or
    ///     ``AuthenticationError/Code/renewedTokenRefused``. Not for failures that may pass, and not for a sign-out.
    public init(
        initialTokens: TokenPair? = nil,
        storage: (any TokenStorage)? = nil,
        configuration: Configuration = Configuration(),
        refreshHandler: @escaping @Sendable (String) async throws -> TokenPair,
        onTokensUpdated: (@Sendable (TokenPair) async -> Void)? = nil,
        onRefreshFailed: (@Sendable (any Error) async -> Void)? = nil
    ) {
        self.init(
            initialTokens: initialTokens,
            storage: storage,
            configuration: configuration,
            clock: AlarmClock.shared,
            refreshHandler: refreshHandler,
            onTokensUpdated: onTokensUpdated,
            onRefreshFailed: onRefreshFailed
        )
    }

    /// Creates the authentication with a clock for the refresh's time limit.
    package init(
        initialTokens: TokenPair?,
        storage: (any TokenStorage)? = nil,
        configuration: Configuration,
        clock: any Clock<Duration>,
        refreshHandler: @escaping @Sendable (String) async throws -> TokenPair,
        onTokensUpdated: (@Sendable (TokenPair) async -> Void)? = nil,
        onRefreshFailed: (@Sendable (any Error) async -> Void)? = nil
    ) {
        let configuration = configuration.clamped
        let state = TokenState(
            initialTokens: initialTokens,
            isStored: storage != nil,
            leeway: configuration.expiryLeeway,
            endsSignInWhenRefused: configuration.endsSignInWhenRefused
        )
        self.configuration = configuration
        self.clock = clock
        self.storage = storage
        isPersistent = storage?.isPersistent ?? false
        tokenState = Locked(state)
        feed = StateFeed(state.visible)
        self.refreshHandler = refreshHandler
        self.onTokensUpdated = onTokensUpdated
        self.onRefreshFailed = onRefreshFailed
    }

    deinit {
        feed.finish()
    }

    /// Renews the token that the request carried, unless it has been replaced since.
    ///
    /// - Throws: what ``accessToken()`` throws; ``AuthenticationError/Code/signInReplaced`` for the token of a sign-in
    ///   that another one has taken the place of.
    public nonisolated func reauthenticate(after failedRequest: URLRequest) async throws {
        let account = scopedAccount
        guard account === self else { return try await account.reauthenticate(after: failedRequest) }
        guard let failed = token(in: failedRequest) else { throw AuthenticationError.notAuthenticated }
        if let end = tokenState.withLock({ $0.end(ofToken: failed) }) { throw end.error }
        _ = try await tokens(for: .replacement(of: failed))
        CurrentCall.journal?.didRenew(self)
    }

    /// The work that runs, as `tokenState` knows it.
    var work: TokenWork? {
        get { runningWork.withLock { $0 } }
        set { runningWork.withLock { $0 = newValue } }
    }

    /// Changes the state, and tells the observers.
    func update<Value>(_ change: (inout TokenState) -> Value) -> Value {
        let (value, visible) = tokenState.withLock { state in (change(&state), state.visible) }
        feed.publish(visible)
        return value
    }
}

extension JWTAuth: CustomReflectable {
    /// Nothing: what it holds are secrets.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
