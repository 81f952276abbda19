import Endpoints
import Testing

@Suite("JWTAuth and lifetimes", .timeLimit(.minutes(5)))
struct JWTLifetimeRulesTests {
    private let account = RuleAccount()
    private var clock: RuleClock { account.clock }

    /// Needs a token so many times and says which ones came.
    private func uses(_ auth: JWTAuth, _ count: Int = 5) async throws -> Set<String> {
        var tokens: Set<String> = []
        for _ in 0..<count { tokens.insert(try await auth.accessToken()) }
        return tokens
    }

    @Test(
        "R-08 a relaunch knows when the pair was received, so half its life still bounds the leeway", arguments: 0..<3)
    func relaunch(way: Int) async throws {
        let store = account.store()
        try await account.auth(store: store).login { [clock] in .rule(1, expiresAt: clock.after(20)) }
        if way > 0 { store.pair = try copy(of: #require(store.pair), isText: way == 2) }
        clock.advance(by: 9.9)
        #expect(
            try await account.auth(store: store).accessToken() == "A1", "10.1 s are left, and half its life is 10 s")
        #expect(account.refreshes.isEmpty)
        clock.advance(by: 0.1)
        #expect(try await account.auth(store: store).accessToken() == "A2")
        #expect(account.refreshes == ["r1"])
    }

    @Test("R-08 a refreshed pair is remembered with its time through the store")
    func relaunchAfterRefresh() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { [clock] _, _ in
            TokenPair(accessToken: "A2", refreshToken: "r2", expiresAt: clock.after(20))
        }
        #expect(try await uses(auth) == ["A2"])
        clock.advance(by: 9.9)
        let relaunched = account.auth(store: store) { _, _ in .rule(3) }
        #expect(try await uses(relaunched) == ["A2"])
        clock.advance(by: 0.1)
        #expect(try await uses(relaunched) == ["A3"])
        #expect(account.refreshes == ["r1", "r2"])
    }

    @Test("R-08 a stored pair of an unknown age is used or renewed once, never in a loop")
    func unknownAge() async throws {
        let expiry = clock.after(20).timeIntervalSinceReferenceDate
        let text = #"{"accessToken":"A1","refreshToken":"r1","expiresAt":\#(expiry),"color":"blue"}"#
        let pair = try JSONDecoder().decode(TokenPair.self, from: Data(text.utf8))
        let auth = account.auth(store: account.store(pair))
        #expect(try await uses(auth).count == 1)
        #expect(account.refreshes.count <= 1)
    }

    @Test("S1-38 half the lifetime bounds the leeway, inclusively", arguments: [(49.9, 0), (50, 1)])
    func half(elapsed: TimeInterval, refreshes: Int) async throws {
        let auth = account.auth(leeway: .seconds(80))
        try await auth.login { [clock] in .rule(1, expiresAt: clock.after(100)) }
        clock.advance(by: elapsed)
        _ = try await auth.accessToken()
        #expect(account.refreshes.count == refreshes)
    }

    @Test("R-15 S1-39 the end of a refresh token is known without asking", arguments: [true, false])
    func refreshTokenEnded(hasStore: Bool) async throws {
        let pair = TokenPair(
            accessToken: "A1", refreshToken: "r1", expiresAt: clock.after(100), refreshExpiresAt: clock.after(90))
        let store = hasStore ? account.store(pair) : nil
        let auth = account.auth(hasStore ? nil : pair, store: store)
        clock.advance(by: 95)
        #expect(try await uses(auth) == ["A1"], "inside the leeway, but it has not ended")
        clock.advance(by: 5)
        #expect(await ruleFault { try await auth.accessToken() } == "refreshRejected")
        #expect(await ruleFault { try await auth.accessToken() } == "notAuthenticated")
        #expect(account.refreshes.isEmpty)
        #expect(account.journal.count("failed") == 1)
        #expect(auth.state == .unauthenticated)
        #expect(store?.pair == nil)
    }

    @Test("R-15 S1-39 a refresh token that has ended is not presented when the server refuses the access token")
    func refreshTokenEndedAt401() async throws {
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", refreshExpiresAt: clock.after(90))
        let auth = account.auth(pair)
        clock.advance(by: 90)
        #expect(try await auth.accessToken() == "A1")
        let fault = await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
        #expect(fault == "refreshRejected")
        #expect(account.refreshes.isEmpty)
        #expect(account.journal.count("failed") == 1)
    }

    @Test("R-18 before a refresh token is given up for its date, the store is asked for a newer pair")
    func refreshTokenEndedButRenewed() async throws {
        let store = account.store(
            TokenPair(
                accessToken: "A1", refreshToken: "r1", expiresAt: clock.after(100), refreshExpiresAt: clock.after(90)))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.pair = .rule(7)
        clock.advance(by: 100)
        #expect(try await auth.accessToken() == "A7")
        #expect(account.journal.count("failed") == 0)
        #expect(store.pair == .rule(7))
    }

    @Test("R-09 R-15 the date of a refresh token goes with the token", arguments: [true, false])
    func refreshDate(isReplaced: Bool) async throws {
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", refreshExpiresAt: clock.after(100))
        let auth = account.auth(pair) { number, _ in
            TokenPair(accessToken: "A\(number + 1)", refreshToken: isReplaced ? "r\(number + 1)" : nil)
        }
        #expect(try await auth.newAccessToken() == "A2")
        #expect(try await auth.tokens?.refreshExpiresAt == (isReplaced ? nil : pair.refreshExpiresAt))
        clock.advance(by: 200)
        let fault = await ruleFault { try await auth.newAccessToken() }
        #expect(fault == (isReplaced ? "none" : "refreshRejected"))
        #expect(account.refreshes == (isReplaced ? ["r1", "r2"] : ["r1"]))
    }

    @Test("R-16 a 401 wins over a date that says the token is good")
    func refused() async throws {
        let auth = account.auth(.rule(1, expiresAt: .distantFuture))
        #expect(try await auth.ruleHeader() == "Bearer A1")
        try await auth.reauthenticate(after: ruleRequest(bearer: "A1"))
        #expect(try await auth.ruleHeader() == "Bearer A2")
    }

    @Test(
        "R-16 a clock that is set back or forth under way causes one refresh at most",
        arguments: [-86_400, 86_400] as [TimeInterval])
    func clockSet(by seconds: TimeInterval) async throws {
        let auth = account.auth(.rule(1, expiresAt: clock.after(3600))) { [clock] number, _ in
            .rule(number + 1, expiresAt: clock.after(3600))
        }
        #expect(try await auth.accessToken() == "A1")
        clock.advance(by: seconds)
        #expect(try await uses(auth).count == 1)
        #expect(account.refreshes.count <= 1)
    }

    @Test("D-22 a renewal before the end that fails for now says so, and keeps the tokens")
    func failsEarly() async throws {
        let pair = TokenPair.rule(1, expiresAt: clock.after(3600))
        let auth = account.auth(pair) { number, _ in
            if number == 1 { throw RuleError.offline }
            return .rule(2)
        }
        clock.advance(by: 3580)
        #expect(await ruleFault { try await auth.accessToken() } == "refreshFailed")
        #expect(try await auth.tokens == pair)
        #expect(auth.state == .authenticated)
        #expect(try await auth.accessToken() == "A2")
    }

    private func copy(of pair: TokenPair, isText: Bool = false) throws -> TokenPair {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        if isText {
            encoder.dateEncodingStrategy = .iso8601
            decoder.dateDecodingStrategy = .iso8601
        }
        return try decoder.decode(TokenPair.self, from: encoder.encode(pair))
    }
}
