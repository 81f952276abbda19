/// Sends an access token, and renews it whatever happens at the same time: there is one refresh, and everybody who
/// needs it waits for that one.
///
/// The token may be a JWT or opaque.
///
/// ```swift
/// struct API: ServerDefinition {
///     static let auth: JWTAuth = .init(initialTokens: stored) { refreshToken in
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
/// Hold one instance per account for as long as the account is used.
public actor JWTAuth: AuthenticationMethod {
    /// ``Endpoints/TokenPair``, under the name that reads well at its use.
    public typealias TokenPair = Endpoints.TokenPair

    /// A refresh that runs, and those who wait for it.
    private struct Refresh {
        let id: RefreshID
        let result = SharedResult<TokenPair>()
        var work: Task<Void, Never>?
        var limit: Task<Void, Never>?
    }

    private nonisolated let configuration: Configuration
    /// Read by everybody, changed by the actor alone; so the way of a good token takes no hop.
    private nonisolated let state: Locked<TokenState>
    private nonisolated let clock: any Clock<Duration>
    private let refreshHandler: @Sendable (String) async throws -> TokenPair
    private let onTokensUpdated: (@Sendable (TokenPair) async -> Void)?
    private let onRefreshFailed: (@Sendable (any Error) async -> Void)?
    private var refresh: Refresh?

    /// Creates the authentication of one account.
    ///
    /// - Parameters:
    ///   - initialTokens: the tokens of somebody who is signed in already; nil when nobody is.
    ///   - configuration: where the token goes and when it is renewed.
    ///   - refreshHandler: gets the refresh token and returns the new pair. It throws ``RefreshRejection`` when the
    ///     server refused the refresh token for good; see there. A pair without a refresh token keeps the one before.
    ///   - onTokensUpdated: called with every new pair, after it is in use and before those who waited go on.
    ///   - onRefreshFailed: called when the sign-in has ended because the refresh token was rejected, with what the
    ///     handler threw; not for failures that may pass.
    public init(
        initialTokens: TokenPair? = nil,
        configuration: Configuration = Configuration(),
        refreshHandler: @escaping @Sendable (String) async throws -> TokenPair,
        onTokensUpdated: (@Sendable (TokenPair) async -> Void)? = nil,
        onRefreshFailed: (@Sendable (any Error) async -> Void)? = nil
    ) {
        self.init(
            initialTokens: initialTokens,
            configuration: configuration,
            clock: ContinuousClock(),
            refreshHandler: refreshHandler,
            onTokensUpdated: onTokensUpdated,
            onRefreshFailed: onRefreshFailed
        )
    }

    /// Creates the authentication with a clock for the refresh's time limit.
    package init(
        initialTokens: TokenPair?,
        configuration: Configuration,
        clock: any Clock<Duration>,
        refreshHandler: @escaping @Sendable (String) async throws -> TokenPair,
        onTokensUpdated: (@Sendable (TokenPair) async -> Void)? = nil,
        onRefreshFailed: (@Sendable (any Error) async -> Void)? = nil
    ) {
        let configuration = configuration.clamped
        self.configuration = configuration
        self.clock = clock
        state = Locked(TokenState(tokens: initialTokens, leeway: configuration.expiryLeeway))
        self.refreshHandler = refreshHandler
        self.onTokensUpdated = onTokensUpdated
        self.onRefreshFailed = onRefreshFailed
    }

    /// The present tokens; nil when nobody is signed in.
    public nonisolated var tokens: TokenPair? {
        get async throws { state.withLock { $0.tokens } }
    }

    /// Returns an access token that is good, and renews it first when it isn't.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public nonisolated func accessToken() async throws -> String {
        try await goodTokens().accessToken
    }

    /// Renews the token whatever is left of it, or waits for the refresh that is running, and returns the new one.
    ///
    /// - Throws: ``AuthenticationError``, or `CancellationError` when the task is cancelled.
    public func newAccessToken() async throws -> String {
        try await tokens(for: .newToken).accessToken
    }

    /// Returns the request with a good access token; a request that has the field already is left as it is.
    public nonisolated func authenticate(request: URLRequest) async throws -> URLRequest {
        guard request.value(forHTTPHeaderField: configuration.header.name) == nil else { return request }
        let token = try await goodTokens().accessToken
        return try HeaderKeyAuth.authenticate(
            request,
            key: token,
            header: configuration.header,
            prefix: configuration.tokenPrefix
        )
    }

    /// Whether the answer is a trigger, and the request carried a token of this account.
    public nonisolated func shouldReauthenticate(
        after response: HTTPURLResponse,
        body: Data,
        to request: URLRequest
    ) -> Bool {
        guard let token = token(in: request), state.withLock({ $0.isOwn(token) }) else { return false }
        if let shouldRefresh = configuration.shouldRefresh { return shouldRefresh(response, body) }
        return configuration.refreshTriggerStatusCodes.contains(response.statusCode)
    }

    /// Renews the token that the request carried, unless it has been replaced since.
    public func reauthenticate(after failedRequest: URLRequest) async throws {
        guard let failed = token(in: failedRequest) else { throw AuthenticationError.notAuthenticated }
        _ = try await tokens(for: .replacement(of: failed))
    }

    private nonisolated func goodTokens() async throws -> TokenPair {
        let now = configuration.now()
        if let tokens = state.withLock({ $0.goodToken(at: now) }) { return tokens }
        return try await tokens(for: .token)
    }

    private nonisolated func token(in request: URLRequest) -> String? {
        guard let value = request.value(forHTTPHeaderField: configuration.header.name) else { return nil }
        let start = HeaderKeyAuth.fieldValue(prefix: configuration.tokenPrefix, credentials: "")
        return value.hasPrefix(start) ? String(value.dropFirst(start.count)) : nil
    }

    /// Decides and, in the same stretch of isolation, starts or joins; only then suspends.
    private func tokens(for need: TokenState.Need) async throws -> TokenPair {
        try Task.checkCancellation()
        let now = configuration.now()
        switch state.withLock({ $0.decide(need, at: now) }) {
        case .use(let tokens):
            return tokens
        case .fail(let error):
            throw error
        case .start(let id, let refreshToken):
            return try await wait(for: start(id, with: refreshToken))
        case .wait:
            guard let refresh else { throw AuthenticationError.notAuthenticated }
            return try await wait(for: refresh)
        }
    }

    private nonisolated func wait(for refresh: Refresh) async throws -> TokenPair {
        do {
            return try await RefreshGraph.shared.waiting(for: refresh.id) { try await refresh.result.value() }
        } catch let error as RefreshReentrancyError {
            throw AuthenticationError.reentrantRefresh(error)
        }
    }

    /// Starts a refresh that belongs to nobody: cancelling whoever caused it doesn't reach it.
    private func start(_ id: RefreshID, with refreshToken: String) -> Refresh {
        RefreshGraph.shared.begin(id)
        var refresh = Refresh(id: id)
        refresh.work = Task { [refreshHandler] in
            let result: Result<TokenPair, any Error>
            do {
                result = .success(
                    try await RefreshGraph.$current.withValue(id) { try await refreshHandler(refreshToken) }
                )
            } catch {
                result = .failure(error)
            }
            await self.finish(id, with: result)
        }
        refresh.limit = Task { [clock, limit = configuration.refreshTimeout] in
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            await self.finish(id, with: .failure(AuthenticationError.refreshTimedOut))
        }
        self.refresh = refresh
        return refresh
    }

    /// Ends a refresh.
    ///
    /// The slot is free before anybody is told, so that a hook may send requests itself.
    private func finish(_ id: RefreshID, with result: Result<TokenPair, any Error>) async {
        let now = configuration.now()
        let outcome = state.withLock { $0.finish(id, with: result, at: now) }
        guard let refresh, refresh.id == id else { return }
        self.refresh = nil
        RefreshGraph.shared.end(id)
        refresh.limit?.cancel()
        switch outcome {
        case .ignored:
            refresh.result.settle(.failure(AuthenticationError.notAuthenticated))
        case .renewed(let tokens):
            await onTokensUpdated?(tokens)
            refresh.result.settle(.success(tokens))
        case .failed(let error):
            refresh.work?.cancel()
            refresh.result.settle(.failure(error))
        case .ended(let error, let reason):
            await onRefreshFailed?(reason)
            refresh.result.settle(.failure(error))
        }
    }
}

extension JWTAuth: CustomReflectable {
    /// Nothing: what it holds are secrets.
    public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
