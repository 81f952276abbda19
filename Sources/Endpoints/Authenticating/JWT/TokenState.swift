/// Every decision about tokens, as a value: no clock, no task, no network.
///
/// ``JWTAuth`` performs what it decides.
struct TokenState: Sendable {
    /// Why a token is asked for.
    enum Need: Sendable {
        /// A request or a caller wants a token that is good.
        case token
        /// The server refused a request that carried this access token.
        case replacement(of: String)
        /// A caller wants a new token, whatever the present one is.
        case newToken
    }

    /// What to do for a need.
    enum Decision: Sendable {
        case use(TokenPair)
        case start(RefreshID, refreshToken: String)
        case wait
        case fail(AuthenticationError)
    }

    /// What the end of a refresh means.
    enum Outcome: Sendable {
        /// The refresh is not the running one: a late result, which nobody hears of.
        case ignored
        case renewed(TokenPair)
        case failed(AuthenticationError)
        /// The tokens are gone.
        ///
        /// The error is the reason that the sign-out signal carries.
        case ended(AuthenticationError, reason: any Error)
    }

    private(set) var tokens: TokenPair? {
        didSet { if let old = oldValue?.accessToken, old != tokens?.accessToken { retire(old) } }
    }
    /// The last access tokens before the present one: late answers may be about them.
    private var retired: [String] = []
    /// The running refresh; no token is handed out while there is one.
    private(set) var refresh: RefreshID?
    private let leeway: TimeInterval

    init(tokens: TokenPair?, leeway: Duration) {
        self.tokens = tokens
        self.leeway = leeway.timeInterval
    }

    /// The token that can be used at once; nil when the decision takes more than a look.
    func goodToken(at now: Date) -> TokenPair? {
        guard refresh == nil, let tokens, isGood(tokens, at: now) else { return nil }
        return tokens
    }

    /// Whether an access token is or was ours; another one in a request is the endpoint's own, and no refresh
    /// changes it.
    func isOwn(_ accessToken: String) -> Bool {
        tokens?.accessToken == accessToken || retired.contains(accessToken)
    }

    /// Decides about a need.
    ///
    /// Deciding to start is starting: whoever comes next waits.
    mutating func decide(_ need: Need, at now: Date, newID: () -> RefreshID = RefreshID.make) -> Decision {
        guard let tokens else { return .fail(.notAuthenticated) }
        if case .replacement(let failed) = need, failed != tokens.accessToken { return .use(tokens) }
        if refresh != nil { return .wait }
        if case .token = need {
            if isGood(tokens, at: now) { return .use(tokens) }
            // An expired token without a way to renew it is sent: the server has the last word.
            if tokens.usableRefreshToken(at: now) == nil, !tokens.accessToken.isEmpty { return .use(tokens) }
        }
        guard let refreshToken = tokens.usableRefreshToken(at: now) else { return .fail(.noRefreshToken) }
        let id = newID()
        refresh = id
        return .start(id, refreshToken: refreshToken)
    }

    /// Takes in what a refresh came to.
    mutating func finish(_ id: RefreshID, with result: Result<TokenPair, any Error>, at now: Date) -> Outcome {
        guard refresh == id, let current = tokens else { return .ignored }
        refresh = nil
        switch result {
        case .success(let pair) where pair.accessToken.isEmpty:
            return .failed(.refreshFailed(underlying: EmptyAccessToken()))
        case .success(let pair):
            let renewed = pair.received(at: now).keepingRefreshToken(of: current)
            tokens = renewed
            return .renewed(renewed)
        case .failure(let error) where RefreshRejection.isRejection(error):
            tokens = nil
            return .ended(.refreshRejected(underlying: error), reason: error)
        case .failure(let error as AuthenticationError):
            if case .refreshTimedOut = error { return .failed(error) }
            return .failed(.refreshFailed(underlying: error))
        case .failure(let error):
            return .failed(.refreshFailed(underlying: error))
        }
    }

    private mutating func retire(_ accessToken: String) {
        retired = retired.suffix(31) + [accessToken]
    }

    /// A token is good while more than the leeway is left of it.
    ///
    /// Half its lifetime bounds the leeway, so that a token that lives shorter than the leeway is not thrown away when
    /// it has just come.
    private func isGood(_ pair: TokenPair, at now: Date) -> Bool {
        guard !pair.accessToken.isEmpty else { return false }
        guard let expiresAt = pair.expiresAt else { return true }
        let lifetime = pair.receivedAt.map { max(0, expiresAt.timeIntervalSince($0)) } ?? .infinity
        return expiresAt.timeIntervalSince(now) > min(leeway, lifetime / 2)
    }
}

/// A refresh handler returned a pair without an access token.
struct EmptyAccessToken: LocalizedError {
    var errorDescription: String? { "The refresh handler returned an empty access token." }
}
