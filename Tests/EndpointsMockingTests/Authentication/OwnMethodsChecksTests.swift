import Endpoints
import EndpointsMocking
import Testing

/// The methods of the package keep the rules that it asks others to keep.
@Suite(.timeLimit(.minutes(5)))
struct OwnMethodsChecksTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable () async throws -> Void

        init(_ name: String, _ makeMethod: @escaping @Sendable () -> some AuthenticationMethod) {
            testDescription = name
            check = { try await AuthenticationMethodChecks(makeMethod: makeMethod).all() }
        }
    }

    private static let secret = "made-up s3cr3t/ü+1"

    @Test(
        "every method that attaches credentials passes",
        arguments: [
            Sample("HeaderKeyAuth") { HeaderKeyAuth(key: "made-up-s3cr3t") },
            Sample("HeaderKeyAuth in a field of its own") { .headerKey("made-up-s3cr3t", header: Header("X-API-Key")) },
            Sample("QueryKeyAuth") { QueryKeyAuth(key: secret, name: "api_key") },
            Sample("BasicAuth") { BasicAuth(username: "somebody", password: secret) },
            Sample("CookieAuth") { CookieAuth(name: "session", value: "made-up-s3cr3t") },
            Sample("BearerAuth") { BearerAuth { "made-up-s3cr3t" } },
            Sample("BearerAuth, fixed") { BearerAuth(token: "made-up-s3cr3t") },
            Sample("CustomAuth") {
                CustomAuth { request in
                    request.setValue("made-up-s3cr3t", forHTTPHeaderField: "X-Signature")
                    request.setValue("4711", forHTTPHeaderField: "X-Timestamp")
                }
            },
            Sample("JWTAuth") { OwnMethodsChecksTests.jwt(Locked(0)) },
            Sample("IfAvailable") { OwnMethodsChecksTests.jwt(Locked(0)).ifAvailable },
        ] as [Sample])
    func all(sample: Sample) async throws {
        try await sample.check()
    }

    @Test("NoAuth attaches nothing, and CallerAuth has nothing to attach")
    func none() async {
        let none = await #expect(throws: ConformanceViolation.self) {
            try await AuthenticationMethodChecks { NoAuth() }.all()
        }
        #expect(none?.rule == .attachment)
        let caller = await #expect(throws: ConformanceViolation.self) {
            try await AuthenticationMethodChecks { CallerAuth() }.all()
        }
        #expect(caller?.underlying is AuthenticationError)
    }

    @Test("JWTAuth renews once for each token that was refused")
    func renewal() async throws {
        let count = Locked(0)
        let checks = AuthenticationMethodChecks { Self.jwt(count) }
        try await checks.renewal { count.withLock { $0 } }
        #expect(count.withLock { $0 } == 2)
        let available = AuthenticationMethodChecks { Self.jwt(count).ifAvailable }
        try await available.renewal { count.withLock { $0 } }
        #expect(count.withLock { $0 } == 4)
    }

    @Test("a fixed key has nothing to renew")
    func fixed() async {
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await AuthenticationMethodChecks { HeaderKeyAuth(key: "made-up-s3cr3t") }.renewal()
        }
        #expect(violation?.rule == .renewalTrigger)
    }

    @Test("a sign-out and a source that fails surface, ifAvailable excepted")
    func failures() async throws {
        try await AuthenticationMethodChecks { Self.jwt(Locked(0)) }.failuresSurface { try await $0.logout() }
        let isBroken = Locked(false)
        let bearer = AuthenticationMethodChecks {
            BearerAuth {
                if isBroken.withLock({ $0 }) { throw StubAccount.Refused() }
                return "made-up-s3cr3t"
            }
        }
        try await bearer.failuresSurface { _ in isBroken.withLock { $0 = true } }
        let jwt = Self.jwt(Locked(0))
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await AuthenticationMethodChecks { jwt.ifAvailable }.failuresSurface { _ in
                try await jwt.logout()
            }
        }
        #expect(violation?.rule == .authenticationFailures)
    }

    /// An account whose handler counts.
    private static func jwt(_ count: Locked<Int>) -> JWTAuth {
        JWTAuth(initialTokens: TokenPair(accessToken: "made-up-s3cr3t-0", refreshToken: "r3fresh-0")) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return TokenPair(accessToken: "made-up-s3cr3t-\(number)", refreshToken: "r3fresh-\(number)")
        }
    }
}
