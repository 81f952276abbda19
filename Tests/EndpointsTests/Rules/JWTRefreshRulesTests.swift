import Endpoints
import Testing

@Suite("JWTAuth refreshes once", .timeLimit(.minutes(5)))
struct JWTRefreshRulesTests {
    private let log = RuleLog<String>()
    private let first = TokenPair(accessToken: "A1", refreshToken: "r1")

    /// Its refreshes give A2, A3 and so on, with r2, r3 and so on.
    private func rotating(_ tokens: TokenPair?, gate: RuleGate? = nil, entered: RuleGate? = nil) -> JWTAuth {
        JWTAuth(initialTokens: tokens) { [log] refreshToken in
            let number = await log.add(refreshToken) + 1
            await entered?.open()
            await gate?.wait()
            return TokenPair(accessToken: "A\(number)", refreshToken: "r\(number)")
        }
    }

    @Test("S4-20 a good token is attached, once, in its header")
    func attaches() async throws {
        let request = try await rotating(first).authenticate(request: ruleRequest())
        #expect(request.allHTTPHeaderFields == ["Authorization": "Bearer A1"])
        #expect(await log.count == 0)
    }

    @Test("S0-6 header and prefix are configured; an empty prefix sends the bare token")
    func configuration() async throws {
        var configuration = JWTAuth.Configuration(header: "X-Token", tokenPrefix: "")
        let bare = JWTAuth(initialTokens: first, configuration: configuration) { _ in throw RuleError.offline }
        #expect(try await bare.ruleHeader("X-Token") == "A1")
        #expect(try await bare.ruleHeader() == nil)
        configuration.tokenPrefix = "Token"
        let prefixed = JWTAuth(initialTokens: first, configuration: configuration) { _ in throw RuleError.offline }
        #expect(try await prefixed.ruleHeader("X-Token") == "Token A1")
    }

    @Test("S4-24 the defaults")
    func defaults() async throws {
        let configuration = JWTAuth.Configuration()
        #expect(configuration.header == .authorization && configuration.tokenPrefix == "Bearer")
        #expect(configuration.refreshTriggerStatusCodes == [401] && configuration.shouldRefresh == nil)
        #expect(configuration.expiryLeeway == .seconds(30) && configuration.refreshTimeout == .seconds(60))
        #expect(rotating(first).maxRetryAttempts == 1)
    }

    @Test("G1 10,000 concurrent needs cause one refresh")
    func coalesces() async throws {
        let past = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
        let gate = RuleGate()
        let entered = RuleGate()
        let auth = rotating(past, gate: gate, entered: entered)
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10_000 { group.addTask { try await auth.accessToken() } }
            group.addTask {
                await entered.wait()
                await gate.open()
                return "A2"
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == ["A2"])
        #expect(await log.entries == ["r1"])
    }

    @Test("G1 rejections, forced refreshes and expiries share one refresh")
    func mixedNeeds() async throws {
        let gate = RuleGate()
        let entered = RuleGate()
        let auth = rotating(first, gate: gate, entered: entered)
        let failed = try ruleRequest(bearer: "A1")
        async let forced = auth.newAccessToken()
        await entered.wait()
        async let rejected: Void = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await auth.reauthenticate(after: failed) } }
            try await group.waitForAll()
        }
        async let started = auth.ruleHeader()
        async let token = auth.accessToken()
        for _ in 0..<200 { await Task.yield() }
        await gate.open()
        #expect(try await forced == "A2")
        try await rejected
        #expect(try await token == "A2")
        #expect(try await started == "Bearer A2", "G2 a request that starts during a refresh waits for it")
        #expect(await log.entries == ["r1"])
    }

    @Test("G4 R-02 a rejection of a token that was replaced since needs no refresh")
    func rotation() async throws {
        let auth = rotating(first)
        try await auth.reauthenticate(after: ruleRequest(bearer: "A1"))
        try await auth.reauthenticate(after: ruleRequest(bearer: "A1"))
        #expect(await log.entries == ["r1"])
        try await auth.reauthenticate(after: ruleRequest(bearer: "A2"))
        #expect(await log.entries == ["r1", "r2"])
        try await auth.reauthenticate(after: ruleRequest(bearer: "A1"))
        try await auth.reauthenticate(after: ruleRequest(bearer: "A2"))
        #expect(await log.entries == ["r1", "r2"])
        #expect(try await auth.ruleHeader() == "Bearer A3")
    }

    @Test(
        "R-21 a rejection of credentials that are not its own needs no refresh",
        arguments: ["Basic own", "A1", "bearer"])
    func foreignCredentials(value: String) async throws {
        var request = try ruleRequest()
        request.setValue(value, forHTTPHeaderField: "Authorization")
        let auth = rotating(first)
        try? await auth.reauthenticate(after: request)
        #expect(await log.count == 0)
    }

    @Test("R-09 a reply without a refresh token keeps the old one", arguments: [nil, ""])
    func keepsRefreshToken(reply: String?) async throws {
        let hooked = RuleLog<TokenPair>()
        let auth = JWTAuth(
            initialTokens: first,
            refreshHandler: { [log] token in
                TokenPair(accessToken: "A\(await log.add(token) + 1)", refreshToken: reply)
            }, onTokensUpdated: { await hooked.add($0) })
        _ = try await auth.newAccessToken()
        #expect(try await auth.newAccessToken() == "A3")
        #expect(await log.entries == ["r1", "r1"])
        #expect(try await auth.tokens?.refreshToken == "r1")
        #expect(await hooked.entries.map(\.refreshToken) == ["r1", "r1"])
        #expect(await hooked.entries.map(\.accessToken) == ["A2", "A3"])
    }

    @Test("R-09 a reply with a refresh token replaces the old one")
    func replacesRefreshToken() async throws {
        let auth = rotating(first)
        _ = try await auth.newAccessToken()
        _ = try await auth.newAccessToken()
        #expect(await log.entries == ["r1", "r2"])
        #expect(try await auth.tokens == TokenPair(accessToken: "A3", refreshToken: "r3"))
    }

    @Test("G11 R-20 which responses refresh: by status, or by a predicate over response and body")
    func triggers() throws {
        let request = try ruleRequest(bearer: "A1")
        let auth = rotating(first)
        func asks(_ auth: JWTAuth, _ status: Int, _ body: String = "") throws -> Bool {
            try auth.shouldReauthenticate(after: ruleResponse(status), body: Data(body.utf8), to: request)
        }
        #expect(try [200, 400, 401, 403, 419, 500].filter { try asks(auth, $0) } == [401])
        let codes = JWTAuth(initialTokens: first, configuration: .init(refreshTriggerStatusCodes: [403, 419])) { _ in
            throw RuleError.offline
        }
        #expect(try [200, 401, 403, 419].filter { try asks(codes, $0) } == [403, 419])
        let isTokenError: @Sendable (HTTPURLResponse, Data) -> Bool = { response, body in
            response.statusCode == 403 && body.range(of: Data("TokenError".utf8)) != nil
        }
        let predicate = JWTAuth(initialTokens: first, configuration: .init(shouldRefresh: isTokenError)) { _ in
            throw RuleError.offline
        }
        #expect(try asks(predicate, 403, #"{"error":"TokenError"}"#))
        #expect(try !asks(predicate, 403, "{}"))
        #expect(try !asks(predicate, 401, "{}"))
    }

    @Test("S0-17 without tokens nothing goes out")
    func noTokens() async throws {
        let auth = rotating(nil)
        for error in [
            await ruleError { try await auth.ruleHeader() }, await ruleError { try await auth.accessToken() },
            await ruleError { try await auth.newAccessToken() },
        ] {
            guard case AuthenticationError.notAuthenticated? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try await auth.tokens == nil)
        #expect(await log.count == 0)
    }

    @Test("S1-31 without a refresh token a forced refresh says so", arguments: [nil, ""])
    func noRefreshToken(refreshToken: String?) async throws {
        let auth = rotating(TokenPair(accessToken: "A1", refreshToken: refreshToken))
        #expect(try await auth.ruleHeader() == "Bearer A1")
        let error = await ruleError { try await auth.newAccessToken() }
        guard case AuthenticationError.noRefreshToken? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await log.count == 0)
    }
}
