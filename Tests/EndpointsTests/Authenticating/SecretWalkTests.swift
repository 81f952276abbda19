import Testing

@testable import Endpoints

/// No token is in any description, mirror, dump or error text of anything that has to do with it.
@Suite("No text holds a token", .timeLimit(.minutes(5)))
struct SecretWalkTests {
    private static let walk = SecretWalk(secret: "s3cr3t")
    private static let pair = TokenPair(
        accessToken: "access-s3cr3t", refreshToken: "refresh-s3cr3t", expiresAt: .distantFuture)

    // MARK: The walk finds what is planted

    private struct Plain { let token: String }
    private class Base { let token = "s3cr3t" }
    private final class Derived: Base {}
    private struct Told: LocalizedError { var errorDescription: String? { "failed with s3cr3t" } }
    private struct Described: CustomStringConvertible, CustomReflectable {
        var description: String { "a s3cr3t" }
        var customMirror: Mirror { Mirror(self, children: []) }
    }
    private struct Mirrored: CustomStringConvertible, CustomReflectable {
        var description: String { "nothing" }
        var customMirror: Mirror { Mirror(self, children: ["token": "s3cr3t"]) }
    }

    static let planted: [@Sendable () -> Any] = [
        { "s3cr3t" }, { Plain(token: "s3cr3t") }, { Derived() }, { Told() }, { Described() }, { Mirrored() },
        { ["s3cr3t": 1] }, { Optional("s3cr3t") as Any }, { AuthenticationError.custom(underlying: Told()) },
        { Result<TokenPair, any Error>.failure(Told()) }, { (1, Plain(token: "s3cr3t")) },
        {
            TransportFailure(code: .other, urlError: URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "s3cr3t"]))
        },
    ]

    @Test("a planted leak is found", arguments: planted.indices)
    func findsWhatIsPlanted(index: Int) {
        #expect(!Self.walk.leaks(in: Self.planted[index]()).isEmpty)
    }

    // MARK: Values

    private static let bearer: any AuthenticationMethod = .bearer("s3cr3t")

    static let holders: [(name: String, make: @Sendable () throws -> Any)] = [
        ("pair", { pair }), ("pairs", { ["a": [Optional(pair)]] }),
        ("header key", { HeaderKeyAuth(key: "s3cr3t") }), ("query key", { QueryKeyAuth(key: "s3cr3t", name: "key") }),
        ("basic", { BasicAuth(username: "user", password: "s3cr3t") }), ("bearer", { BearerAuth { "s3cr3t" } }),
        ("fixed bearer", { BearerAuth(token: "s3cr3t") }), ("fixed bearer by its name", { bearer }),
        ("fixed bearer if available", { BearerAuth(token: "s3cr3t").ifAvailable }),
        ("cookie", { CookieAuth(name: "session", value: "s3cr3t") }),
        ("if available", { HeaderKeyAuth(key: "s3cr3t").ifAvailable }),
        ("store", { InMemoryTokenStorage(pair) }),
        ("rejection", { RefreshRejection(underlying: ExpiredRefreshToken()) }),
    ]

    @Test("S2-29 values that hold a token", arguments: holders.map(\.name))
    func values(name: String) throws {
        let make = try #require(Self.holders.first { $0.name == name }?.make)
        #expect(try Self.walk.leaks(in: make()) == [])
    }

    @Test("S2-29 every state of the machine, every step and every ending", arguments: TokenState.samples.map(\.name))
    func states(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        let walk = SecretWalk(secret: "A1")
        for (_, event) in TokenState.events {
            var state = TokenState.sample(phase)
            let id = WorkID.make()
            let decision = state.decide(.newToken, at: TokenState.sampleNow) { id }
            let step = state.handle(event, of: state.work ?? id, at: TokenState.sampleNow)
            #expect(walk.leaks(in: [state, decision, step, event] as [Any]) == [])
            #expect(SecretWalk(secret: "r1").leaks(in: [state, decision, step, event] as [Any]) == [])
        }
    }

    // MARK: Accounts and what calls through them throw

    private struct Leaking: Error, CustomStringConvertible { let description = "sent refresh-s3cr3t" }

    static let handlers: [(name: String, handler: @Sendable (String) async throws -> TokenPair)] = [
        ("succeeds", { _ in TokenPair(accessToken: "A2-s3cr3t", refreshToken: "r2-s3cr3t") }),
        ("is rejected", { throw RefreshRejection(underlying: LeakingToken(token: $0)) }),
        ("fails", { throw LeakingToken(token: $0) }),
        ("says more", { throw URLError(.timedOut, userInfo: ["request": $0]) }),
        ("can't decode", { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: $0)) }),
        ("returns nothing", { _ in TokenPair(accessToken: "") }),
    ]

    private struct LeakingToken: Error { let token: String }

    @Test("S2-29 an account and its failures, whatever the refresh handler throws", arguments: handlers.map(\.name))
    func accounts(name: String) async throws {
        let handler = try #require(Self.handlers.first { $0.name == name }?.handler)
        let log = Locked<[String]>([])
        for storage in [nil, InMemoryTokenStorage(Self.pair)] as [InMemoryTokenStorage?] {
            let auth = JWTAuth(
                initialTokens: Self.pair, storage: storage, refreshHandler: handler,
                onTokensUpdated: { pair in log.withLock { $0.append("\(pair)") } },
                onRefreshFailed: { error in log.withLock { $0.append(error.localizedDescription) } })
            #expect(Self.walk.leaks(in: auth) == [])
            do { _ = try await auth.newAccessToken() } catch { #expect(Self.walk.leaks(in: error) == []) }
            #expect(Self.walk.leaks(in: [auth, auth.ifAvailable, auth.state, auth.states] as [Any]) == [])
        }
        #expect(Self.walk.leaks(in: log.withLock { $0 }) == [])
    }

    @Test(
        "S2-29 what a call throws that carried a token, and whose answer repeats it",
        arguments: [200, 400, 401, 403, 500])
    func calls(status: Int) async throws {
        let transport = FakeTransport(statuses: status, body: #"{"code":"x","echo":"Bearer access-s3cr3t"}"#)
        let auth = JWTAuth(initialTokens: Self.pair) { _ in
            throw EndpointTaskError<EmptyResponse>.authenticationError(
                .custom(underlying: LeakingToken(token: "s3cr3t")))
        }
        let result = await transport.run { await URLSession.shared.result(with: SampleItem(), auth: auth) }
        if case .failure(let error) = result {
            #expect(Self.walk.leaks(in: error.errorDescription as Any) == [])
            #expect(Self.walk.leaks(in: error) == [])
        } else {
            Issue.record("the answer has no id, so the call can't succeed")
        }
    }
}
