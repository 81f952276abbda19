import Endpoints
import LoopbackServer
import Testing

/// Challenges that stop a bare `URLSession` for ever are answers like any other.
@Suite("Challenges", .timeLimit(.minutes(5)))
struct ChallengeTests {
    /// The ways to come by a session.
    enum Source: CaseIterable, Sendable {
        case shared, plain, ephemeral, suited

        var session: URLSession {
            switch self {
            case .shared: .shared
            case .plain: URLSession(configuration: .default)
            case .ephemeral: URLSession(configuration: .ephemeral)
            case .suited: .forEndpoints()
            }
        }
    }

    private static let challenges: [[String]] = [
        ["Basic realm=\"files\""], ["Bearer realm=\"api\"", "Basic realm=\"files\""],
        ["Basic realm=\"files\"", "Bearer realm=\"api\""], ["Bearer realm=\"api\", Basic realm=\"files\""], ["Basic"],
        ["basic realm=files"], ["Digest realm=\"d\", nonce=\"n\", qop=\"auth\""], ["Negotiate"], ["Bearer"], [],
    ]

    @Test("K3 a 401 arrives with its body", arguments: Source.allCases, challenges)
    func unauthorized(source: Source, challenge: [String]) async throws {
        let server = try LoopbackServer(replies: [
            .json(#"{"code":"no-entry"}"#, status: 401, headers: challenge.map { ("WWW-Authenticate", $0) })
        ])
        let error = try await source.session.failure(of: Problem(), environment: server.url)
        guard case .errorResponse(let problem, let received) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(problem == ProblemSite.ErrorResponse(code: "no-entry"))
        #expect(received.statusCode == 401)
        #expect(received.body == Data(#"{"code":"no-entry"}"#.utf8))
        #expect(error.isUnauthorized)
        #expect(server.requestCount == 1)
    }

    @Test("K3 the challenge itself can be read", arguments: Source.allCases)
    func challengeHeader(source: Source) async throws {
        let server = try LoopbackServer(replies: [
            .json(#"{"code":"x"}"#, status: 401, headers: [("WWW-Authenticate", "Basic realm=\"files\"")])
        ])
        let error = try await source.session.failure(of: Problem(), environment: server.url)
        let header = error.httpResponse?.value(forHTTPHeaderField: "www-authenticate")
        #expect(header == "Basic realm=\"files\"")
    }

    @Test("K3 rejected Basic credentials end in the server's answer", arguments: Source.allCases)
    func rejectedCredentials(source: Source) async throws {
        let server = try LoopbackServer(replies: [
            .json(#"{"code":"wrong"}"#, status: 401, headers: [("WWW-Authenticate", "Basic realm=\"files\"")])
        ])
        let error = try await source.session.failure(
            of: Problem(), environment: server.url, auth: BasicAuth(username: "ann", password: "s3cr3t"))
        #expect(error.statusCode == 401)
        #expect(error.body == Data(#"{"code":"wrong"}"#.utf8))
        #expect(server.requestCount == 1)
        #expect(server.requests.first?.header("Authorization") == "Basic YW5uOnMzY3IzdA==")
    }

    @Test("K3 a large body, a chunked one and none come whole")
    func bodies() async throws {
        let large = String(repeating: "x", count: 300_000)
        let header = [("WWW-Authenticate", "Basic realm=\"files\"")]
        for (reply, body) in [
            (Reply(status: 401, headers: header, body: large), large),
            (.chunked([Data("ab".utf8), Data("cd".utf8)], status: 401, headers: header), "abcd"),
            (.empty(401, headers: header), ""),
        ] {
            let server = try LoopbackServer(replies: [reply])
            let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url)
            #expect(error.received?.body == Data(body.utf8))
        }
    }

    @Test("K3 the session goes on after a challenge", arguments: Source.allCases)
    func goesOn(source: Source) async throws {
        let session = source.session
        let server = try LoopbackServer.immediate { request in
            request.number.isMultiple(of: 2)
                ? Reply(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"files\"")]) : Reply(body: "in")
        }
        for _ in 0..<5 {
            let error = try await session.failure(of: Item(name: "a"), environment: server.url)
            #expect(error.statusCode == 401)
            #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "in")
        }
    }

    @Test("K3 a proxy's challenge and a 403 with one are answers too", arguments: Source.allCases)
    func others(source: Source) async throws {
        for (status, header) in [(407, "Proxy-Authenticate"), (403, "WWW-Authenticate"), (200, "WWW-Authenticate")] {
            let server = try LoopbackServer(replies: [
                .json(#"{"code":"no"}"#, status: status, headers: [(header, "Basic realm=\"p\"")])
            ])
            let result = await source.session.result(with: Problem(), environment: server.url)
            switch result {
            case .success(let text):
                #expect(status == 200)
                #expect(text == #"{"code":"no"}"#)
            case .failure(let error):
                #expect(error.statusCode == status)
                #expect(error.body == Data(#"{"code":"no"}"#.utf8))
            }
            #expect(server.requestCount == 1)
        }
    }

    @Test("K3 a 401 with a Basic challenge refreshes a token like any other")
    func refreshes() async throws {
        let server = try LoopbackServer.immediate { request in
            request.header("Authorization") == "Bearer A2"
                ? Reply(body: "in") : Reply(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"files\"")])
        }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        #expect(
            try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth) == "in")
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer A1", "Bearer A2"])
    }
}
