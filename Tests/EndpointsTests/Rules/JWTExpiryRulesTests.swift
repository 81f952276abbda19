import Endpoints
import Testing

@Suite("JWTAuth and time", .timeLimit(.minutes(5)))
struct JWTExpiryRulesTests {
    private let log = RuleLog<String>()
    private let clock = RuleClock(Date().timeIntervalSince1970.rounded())

    /// Refreshes to A2, A3 …, each of which lives this long; nil says nothing.
    private func auth(
        _ access: String = "A1", _ refresh: String? = "r1", expiresIn: TimeInterval?, leeway: Duration = .seconds(30),
        refreshExpiresIn: TimeInterval? = nil, next: TimeInterval? = 3600
    ) -> JWTAuth {
        let tokens = TokenPair(
            accessToken: access, refreshToken: refresh, expiresAt: expiresIn.map(clock.after),
            refreshExpiresAt: refreshExpiresIn.map(clock.after))
        let configuration = JWTAuth.Configuration(expiryLeeway: leeway, now: { [clock] in clock.now })
        return JWTAuth(initialTokens: tokens, configuration: configuration) { [log, clock] token in
            let number = await log.add(token) + 1
            return TokenPair(accessToken: "A\(number)", refreshToken: "r\(number)", expiresAt: next.map(clock.after))
        }
    }

    @Test(
        "G3 the boundary of the leeway is inclusive",
        arguments: [
            (3569.0, Duration.seconds(30), "Bearer A1"), (3569.999, .seconds(30), "Bearer A1"),
            (3570, .seconds(30), "Bearer A2"), (3571, .seconds(30), "Bearer A2"), (3600, .seconds(30), "Bearer A2"),
            (9000, .seconds(30), "Bearer A2"), (3599.5, .zero, "Bearer A1"), (3600, .zero, "Bearer A2"),
            (3539, .seconds(60), "Bearer A1"), (3540, .seconds(60), "Bearer A2"),
            (3599.5, .milliseconds(500), "Bearer A2"), (3599.4, .milliseconds(500), "Bearer A1"),
            (3599, .seconds(-60), "Bearer A1"), (3600, .seconds(-60), "Bearer A2"),
        ])
    func boundary(elapsed: TimeInterval, leeway: Duration, header: String) async throws {
        let auth = auth(expiresIn: 3600, leeway: leeway)
        clock.advance(by: elapsed)
        #expect(try await auth.ruleHeader() == header)
        #expect(await log.count == (header == "Bearer A1" ? 0 : 1))
    }

    @Test(
        "S4-23 a token that is handed over within the leeway is refreshed before it is sent",
        arguments: [1.0, 29, 30])
    func insideTheLeeway(remaining: TimeInterval) async throws {
        #expect(try await auth(expiresIn: remaining).ruleHeader() == "Bearer A2")
        #expect(await log.entries == ["r1"])
    }

    @Test(
        "S1-38 a leeway out of range is clamped, never a trap: half a received token's life at most, at least nothing",
        arguments: [
            (Duration.seconds(Int64.max), 1799.0, "A2", "A2"), (.seconds(Int64.max), 1800, "A2", "A3"),
            (.seconds(1_000_000_000_000), 1799, "A2", "A2"), (.seconds(1_000_000_000_000), 1800, "A2", "A3"),
            (.seconds(3600), 1799, "A2", "A2"), (.seconds(3600), 1800, "A2", "A3"),
            (.seconds(Int64.min), 3599, "A1", "A1"), (.seconds(Int64.min), 3600, "A1", "A2"),
            (.nanoseconds(-1), 3599.5, "A1", "A1"), (.nanoseconds(-1), 3600, "A1", "A2"),
            (.zero, 3599.5, "A1", "A1"), (.zero, 3600, "A1", "A2"),
        ])
    func extremeLeeway(leeway: Duration, elapsed: TimeInterval, first: String, then: String) async throws {
        let auth = auth(expiresIn: 3600, leeway: leeway)
        for _ in 0..<5 { #expect(try await auth.accessToken() == first) }
        clock.advance(by: elapsed)
        for _ in 0..<5 { #expect(try await auth.ruleHeader() == "Bearer \(then)") }
        #expect(await log.entries == Array(["r1", "r2"].prefix(then == "A3" ? 2 : then == "A2" ? 1 : 0)))
    }

    @Test("R-08 a token that lives shorter than the leeway is used, not thrown away", arguments: [1.0, 10, 29, 30])
    func shortLife(lifetime: TimeInterval) async throws {
        let auth = auth(expiresIn: -1, next: lifetime)
        for _ in 0..<5 { #expect(try await auth.ruleHeader() == "Bearer A2") }
        clock.advance(by: lifetime / 10)
        for _ in 0..<5 { #expect(try await auth.accessToken() == "A2") }
        #expect(await log.count == 1)
        clock.advance(by: lifetime)
        #expect(try await auth.ruleHeader() == "Bearer A3")
        #expect(await log.count == 2)
    }

    @Test("R-15 no expiry, no proactive refresh, ever")
    func noExpiry() async throws {
        let auth = auth(expiresIn: nil)
        for _ in 0..<5 {
            #expect(try await auth.ruleHeader() == "Bearer A1")
            clock.advance(by: 1_000_000)
        }
        #expect(await log.count == 0)
    }

    @Test("R-15 a reply without an expiry does not keep the old one")
    func replyWithoutExpiry() async throws {
        let auth = auth(expiresIn: 3600, next: nil)
        clock.advance(by: 3600)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        clock.advance(by: 1)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(await log.count == 1)
    }

    @Test("R-15 a token that expires as it comes is refreshed once and never in a loop")
    func zero() async throws {
        let auth = auth(expiresIn: 0, next: 0)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(await log.count == 1)
        _ = try await auth.ruleHeader()
        #expect(await log.count <= 2)
    }

    @Test("R-15 an expired token without a refresh token is sent as it is", arguments: [nil, ""])
    func expiredWithoutRefresh(refreshToken: String?) async throws {
        let auth = auth("A1", refreshToken, expiresIn: 0)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        #expect(try await auth.accessToken() == "A1")
        #expect(await log.count == 0)
    }

    @Test("S1-39 an empty access token counts as expired")
    func emptyAccessToken() async throws {
        #expect(try await auth("", expiresIn: nil).ruleHeader() == "Bearer A2")
        #expect(await log.entries == ["r1"])
        let nothing = await ruleError { try await auth("", nil, expiresIn: nil).ruleHeader() }
        #expect(nothing is AuthenticationError)
    }

    @Test("S1-39 S1-31 a refresh token that is past its own date is not presented", arguments: [-100.0, 0, 100])
    func expiredRefreshToken(refreshExpiresIn: TimeInterval) async throws {
        let auth = auth(expiresIn: 3600, refreshExpiresIn: refreshExpiresIn)
        clock.advance(by: 100)
        #expect(await ruleError { try await auth.newAccessToken() } is AuthenticationError)
        #expect(await log.count == 0)
    }

    @Test("S1-39 an empty token in a reply is never sent and starts no loop")
    func emptyReply() async throws {
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "", refreshToken: "r1")) { [log] token in
            await log.add(token)
            return TokenPair(accessToken: "")
        }
        let header = try? await auth.ruleHeader()
        #expect(header == nil)
        #expect(await log.count == 1)
    }

    @Test("S0-16 TokenPair is a value: equal by its tokens, and survives Codable")
    func tokenPair() throws {
        let pair = TokenPair(
            accessToken: "A", refreshToken: "r", expiresAt: Date(timeIntervalSince1970: 1_900_000_000),
            refreshExpiresAt: Date(timeIntervalSince1970: 1_900_000_100))
        let back = try JSONDecoder().decode(TokenPair.self, from: JSONEncoder().encode(pair))
        #expect(back == pair && back.accessToken == "A" && back.refreshToken == "r")
        #expect(back.expiresAt == pair.expiresAt && back.refreshExpiresAt == pair.refreshExpiresAt)
        #expect(TokenPair(accessToken: "A") == TokenPair(accessToken: "A"))
        #expect(TokenPair(accessToken: "A") != TokenPair(accessToken: "B"))
        #expect(TokenPair(accessToken: "A", refreshToken: "r") != TokenPair(accessToken: "A"))
        #expect(TokenPair(accessToken: "A", expiresAt: .distantPast) != TokenPair(accessToken: "A"))
        let bare = try JSONDecoder().decode(TokenPair.self, from: Data(#"{"accessToken":"A"}"#.utf8))
        #expect(bare.accessToken == "A" && bare.refreshToken == nil && bare.expiresAt == nil)
    }
}
