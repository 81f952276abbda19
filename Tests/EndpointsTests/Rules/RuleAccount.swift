import Endpoints

/// One account and a journal of all that happens to it.
///
/// Its lines are such as `refresh r1`, `save A2`, `updated A2`, `failed` and `send A2`.
struct RuleAccount: Sendable {
    typealias Refresh = @Sendable (Int, String) async throws -> TokenPair

    let journal = RuleJournal()
    let clock = RuleClock(Date().timeIntervalSince1970.rounded())

    /// How often each refresh token was presented, in order.
    var refreshes: [String] {
        journal.lines.filter { $0.hasPrefix("refresh ") }.map { String($0.dropFirst(8)) }
    }

    /// How often a hook was called.
    var hookCount: Int { journal.count(startingWith: "updated ") + journal.count("failed") }

    func store(_ pair: TokenPair? = nil) -> RuleStore { RuleStore(pair, journal: journal) }

    /// The refreshes give A2, A3 … with r2, r3 …, unless a closure says otherwise.
    func auth(
        _ tokens: TokenPair? = nil, store: RuleStore? = nil, leeway: Duration = .seconds(30),
        limit: any Clock<Duration> = ContinuousClock(), refresh: @escaping Refresh = { number, _ in .rule(number + 1) },
        onTokensUpdated: (@Sendable (TokenPair) async -> Void)? = nil,
        onRefreshFailed: (@Sendable (any Error) async -> Void)? = nil
    ) -> JWTAuth {
        let counter = RuleLog<String>()
        return JWTAuth(
            initialTokens: tokens, storage: store,
            configuration: .init(expiryLeeway: leeway, now: { [clock] in clock.now }), clock: limit,
            refreshHandler: { [journal] token in
                let number = await counter.add(token)
                journal.note("refresh \(token)")
                return try await refresh(number, token)
            },
            onTokensUpdated: { [journal] pair in
                journal.note("updated \(pair.accessToken)")
                await onTokensUpdated?(pair)
            },
            onRefreshFailed: { [journal] error in
                journal.note("failed")
                await onRefreshFailed?(error)
            })
    }

    /// A transport that accepts these tokens and refuses all else, and writes down what each request carries.
    func transport(accepting tokens: Set<String>) -> FakeTransport {
        FakeTransport { [journal] request, _ throws(TransportFailure) in
            let value = request.value(forHTTPHeaderField: "Authorization")
            let token = value.map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 } ?? "nothing"
            journal.note("send \(token)")
            return try TransportReply(status: tokens.contains(token) ? 200 : 401, body: #"{"id":1}"#, to: request)
        }
    }

    /// Sends one request by a method and returns nothing but its success.
    static func call(_ auth: any AuthenticationMethod, over transport: FakeTransport) async throws {
        try await transport.run { _ = try await URLSession.shared.response(with: SampleItem(), auth: auth) }
    }
}

extension TokenPair {
    /// The pair of a number, such as A1 with r1.
    static func rule(_ number: Int, expiresAt: Date? = nil) -> TokenPair {
        TokenPair(accessToken: "A\(number)", refreshToken: "r\(number)", expiresAt: expiresAt)
    }

    /// The pair A1 with r1, whose access token has ended.
    static let ruleExpired = TokenPair.rule(1, expiresAt: .distantPast)

    /// The pair of the next user.
    static let ruleOther = TokenPair(accessToken: "B1", refreshToken: "s1")
}
