import Endpoints
import Testing

@Suite("The expiry in a JWT", .timeLimit(.minutes(5)))
struct JWTClaimRulesTests {
    private let account = RuleAccount()
    private var clock: RuleClock { account.clock }

    /// A JWT with this payload.
    private static func jwt(_ payload: String, header: String = #"{"alg":"none"}"#) -> String {
        "\(encoded(Data(header.utf8))).\(encoded(Data(payload.utf8))).c2ln"
    }

    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// A JWT that the server's clock dates, which is so far ahead of this one's.
    private func issued(_ name: String, skew: TimeInterval, lifetime: TimeInterval = 3600) -> String {
        let issue = Int(clock.now.timeIntervalSince1970 + skew)
        return Self.jwt(#"{"sub":"\#(name)","iat":\#(issue),"exp":\#(issue + Int(lifetime))}"#)
    }

    @Test(
        "S0-16 without an expiry of its own a pair takes the one in its JWT",
        arguments: [
            #"{"exp":1900000000}"#, #"{"sub":"1","exp":1900000000}"#, #"{"sub":"12","exp":1900000000}"#,
            #"{ "exp" : 1900000000 , "sub" : "123" }"#, #"{"sub":">>>???~~~ÿÿÿ","exp":1900000000}"#,
            #"{"exp":1900000000.0}"#, #"{"exp":1.9e9}"#, #"{"nested":{"exp":5},"exp":1900000000}"#,
        ])
    func exp(payload: String) {
        let pair = TokenPair(accessToken: Self.jwt(payload), refreshToken: "r1")
        #expect(pair.expiresAt == Date(timeIntervalSince1970: 1_900_000_000))
    }

    @Test("S0-16 an expiry that is given beats the one in the JWT")
    func given() {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let pair = TokenPair(accessToken: Self.jwt(#"{"exp":1900000000}"#), expiresAt: date)
        #expect(pair.expiresAt == date)
    }

    @Test(
        "R-14 an expiry that is no number of seconds is unknown, and the token is used all the same",
        arguments: [
            "{}", #"{"exp":"soon"}"#, #"{"exp":""}"#, #"{"exp":[]}"#, #"{"exp":{}}"#, #"{"exp":null}"#,
            #"{"exp":true}"#, #"{"exp":false}"#, #"{"exp":NaN}"#, #"{"exp":1900000000"#, "[1900000000]", "1900000000",
            #""exp""#, "null", "", "\u{0}", #"{"EXP":1900000000}"#, #"{"nested":{"exp":1900000000}}"#,
        ])
    func unknown(payload: String) async throws {
        let token = Self.jwt(payload)
        let pair = TokenPair(accessToken: token, refreshToken: "r1")
        #expect(pair.expiresAt == nil)
        #expect(try await account.auth(pair).ruleHeader() == "Bearer \(token)")
        #expect(account.refreshes.isEmpty)
    }

    @Test(
        "R-14 a number of seconds that is out of all bounds is no trap and no loop",
        arguments: [
            "1e308", "-1e308", "1e400", "-1e400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "18446744073709551616", "1e18", "1e-400", "0", "-1", "-0.0", "253402300800",
            "99999999999999999999999999999999999999999999999999999999999999999999",
        ])
    func outOfBounds(number: String) async throws {
        for claims in [#"{"exp":\#(number)}"#, #"{"exp":1900000000,"iat":\#(number)}"#, #"{"exp":\#(number),"iat":0}"#]
        {
            let token = Self.jwt(claims)
            let pair = TokenPair(accessToken: token, refreshToken: "r1")
            let copy = try JSONDecoder().decode(TokenPair.self, from: JSONEncoder().encode(pair))
            #expect(copy.accessToken == token)
            let account = RuleAccount()
            let auth = account.auth(store: account.store(copy)) { _, _ in pair }
            for _ in 0..<3 { #expect(try await auth.ruleHeader() == "Bearer \(token)") }
            #expect(account.refreshes.count <= 1, "\(claims)")
            let alone = account.auth(TokenPair(accessToken: token))
            #expect(try await alone.ruleHeader() == "Bearer \(token)")
        }
    }

    @Test(
        "S0-16 a token that is no JWT is opaque",
        arguments: [
            "opaque", "a.b.c", "..", ".", "a..c", "a.eyJleHAiOjE5MDAwMDAwMDB9", "a.====.c", "a.!!!!.c",
            "a.\u{e9}\u{e9}.c", "a.e30.c", "a.eyJleHAiOjE5MDAwMDAwMDB9.c.d.e", "a.////.c", "a.b .c",
        ])
    func opaque(token: String) {
        let pair = TokenPair(accessToken: token, refreshToken: "r1")
        #expect(pair.accessToken == token)
        if token.split(separator: ".", omittingEmptySubsequences: false).count != 2 {
            #expect(pair.expiresAt == nil)
        }
    }

    @Test("R-14 a JWT that is made to hurt does not")
    func hostile() {
        let deep = String(repeating: "[", count: 100_000)
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        let long = String(repeating: "9", count: 1_000_000)
        let payloads = [
            deep, objects, #"{"exp":\#(deep)"#, #"{"exp":\#(long)}"#, #"{"sub":"\#(long)","exp":1900000000}"#,
        ]
        for payload in payloads { #expect(TokenPair(accessToken: Self.jwt(payload)).refreshToken == nil) }
        let bytes = Self.encoded(Data([0xFF, 0xFE, 0x00, 0xD8]))
        #expect(TokenPair(accessToken: "a.\(bytes).c").expiresAt == nil)
        let dots = String(repeating: ".", count: 1_000_000)
        #expect(TokenPair(accessToken: dots).expiresAt == nil)
    }

    @Test(
        "R-16 a JWT of a server whose clock is another is used for its lifetime from its receipt, without a loop",
        arguments: [0, 7200, -7200, 34_560_000, -34_560_000] as [TimeInterval])
    func skewed(skew: TimeInterval) async throws {
        let auth = account.auth(.ruleExpired) { number, _ in
            number > 1 ? .rule(3) : TokenPair(accessToken: issued("A2", skew: skew), refreshToken: "r2")
        }
        let first = try await auth.accessToken()
        for _ in 0..<5 { #expect(try await auth.accessToken() == first) }
        #expect(account.refreshes == ["r1"])
        clock.advance(by: 3500)
        #expect(try await auth.accessToken() == first)
        #expect(account.refreshes == ["r1"])
        clock.advance(by: 101)
        for _ in 0..<5 { #expect(try await auth.accessToken() == "A3") }
        #expect(account.refreshes == ["r1", "r2"])
    }

    @Test("R-16 the same after a relaunch", arguments: [7200, -7200] as [TimeInterval])
    func skewedRelaunch(skew: TimeInterval) async throws {
        let store = account.store(.ruleExpired)
        let token = try await account.auth(store: store) { _, _ in
            TokenPair(accessToken: issued("A2", skew: skew), refreshToken: "r2")
        }.accessToken()
        store.pair = try store.pair.map { try JSONDecoder().decode(TokenPair.self, from: JSONEncoder().encode($0)) }
        clock.advance(by: 1800)
        let relaunched = account.auth(store: store)
        for _ in 0..<5 { #expect(try await relaunched.accessToken() == token) }
        clock.advance(by: 1801)
        #expect(try await relaunched.accessToken() != token)
        #expect(account.refreshes == ["r1", "r2"])
    }

    @Test("R-08 R-16 a JWT that is at its end as it comes is used once at least, and renewed in no loop")
    func endedOnArrival() async throws {
        let auth = account.auth(.ruleExpired) { number, _ in
            TokenPair(accessToken: Self.jwt(#"{"exp":1000,"n":\#(number)}"#), refreshToken: "r\(number + 1)")
        }
        let token = try await auth.accessToken()
        #expect(token.contains("."))
        #expect(account.refreshes == ["r1"])
        let without = account.auth(TokenPair(accessToken: token))
        for _ in 0..<3 { #expect(try await without.accessToken() == token) }
    }

    @Test("S2-29 a pair with a JWT shows none of it")
    func redacted() {
        let token = Self.jwt(#"{"exp":1900000000,"s3cr3t":"s3cr3t"}"#) + "s3cr3t"
        let pair = TokenPair(accessToken: token, refreshToken: "s3cr3t-r1")
        #expect(ruleLeak(in: pair) == nil)
        #expect(rulePrintouts(pair).allSatisfy { !$0.contains(token.prefix(30)) })
        #expect(ruleLeak(in: account.auth(pair)) == nil)
    }
}
