import Endpoints
import LoopbackServer
import Testing

/// A server's credentials stay with its origin, wherever an endpoint's own URL leads.
@Suite("Absolute URLs and credentials", .timeLimit(.minutes(5)))
struct AbsoluteURLTests {
    private let session = URLSession.fresh()

    private func send(
        to url: URL, at home: LoopbackServer, _ credential: KeyedSiteCredential, asArgument isArgument: Bool
    ) async throws -> String {
        try await session.response(
            to: url, environment: home.url, credential, auth: isArgument ? credential.method : nil)
    }

    /// Neither the secret nor a field for it.
    private func expectNothing(in request: Request, sourceLocation: SourceLocation = #_sourceLocation) {
        let isThere = String(decoding: request.bytes, as: UTF8.self).contains("s3cr3t")
        #expect(!isThere, sourceLocation: sourceLocation)
        #expect(request.header("Authorization") == nil, sourceLocation: sourceLocation)
        #expect(request.header("Cookie") == nil, sourceLocation: sourceLocation)
        #expect(!request.queryItems.contains { $0.name == "key" }, sourceLocation: sourceLocation)
    }

    private func expectSecret(in request: Request, sourceLocation: SourceLocation = #_sourceLocation) {
        let isThere = String(decoding: request.bytes, as: UTF8.self).contains("s3cr3t")
        #expect(isThere, sourceLocation: sourceLocation)
    }

    @Test(
        "an absolute URL of the server's own origin gets its credentials", arguments: KeyedSiteCredential.allCases,
        [true, false])
    func home(credential: KeyedSiteCredential, isArgument: Bool) async throws {
        let home = try LoopbackServer(replies: [Reply(body: "home")])
        let url = try #require(URL(string: "\(home.url)/here?x=1"))
        #expect(try await send(to: url, at: home, credential, asArgument: isArgument) == "home")
        expectSecret(in: try #require(home.requests.first))
    }

    @Test(
        "an absolute URL on another port gets no credentials", arguments: KeyedSiteCredential.allCases, [true, false])
    func otherPort(credential: KeyedSiteCredential, isArgument: Bool) async throws {
        let home = try LoopbackServer(replies: [Reply(body: "home")])
        let foreign = try LoopbackServer(replies: [Reply(body: "there")])
        let url = try #require(URL(string: "\(foreign.url)/there?x=1"))
        #expect(try await send(to: url, at: home, credential, asArgument: isArgument) == "there")
        let request = try #require(foreign.requests.first)
        #expect(request.target == "/there?x=1")
        expectNothing(in: request)
        #expect(home.requestCount == 0)
    }

    @Test(
        "an absolute URL of another host gets no credentials", arguments: KeyedSiteCredential.allCases, [true, false])
    func otherHost(credential: KeyedSiteCredential, isArgument: Bool) async throws {
        let home = try LoopbackServer(replies: [Reply(body: "there")])
        let url = try #require(URL(string: "http://localhost:\(home.port)/there"))
        #expect(try await send(to: url, at: home, credential, asArgument: isArgument) == "there")
        expectNothing(in: try #require(home.requests.first))
    }

    @Test(
        "credentials of an absolute URL at home don't go along to another origin",
        arguments: KeyedSiteCredential.allCases,
        [302, 307])
    func away(credential: KeyedSiteCredential, status: Int) async throws {
        let foreign = try LoopbackServer(replies: [Reply(body: "there")])
        let home = try LoopbackServer(replies: [.redirect(to: "\(foreign.url)/next", status: status)])
        let url = try #require(URL(string: "\(home.url)/here"))
        for isArgument in [true, false] {
            #expect(try await send(to: url, at: home, credential, asArgument: isArgument) == "there")
        }
        try #require(home.requests.count == 2 && foreign.requests.count == 2)
        home.requests.forEach { expectSecret(in: $0) }
        foreign.requests.forEach { expectNothing(in: $0) }
    }

    @Test(
        "a foreign absolute URL that redirects to the server brings no credentials there",
        arguments: KeyedSiteCredential.allCases, [302, 307])
    func back(credential: KeyedSiteCredential, status: Int) async throws {
        let home = try LoopbackServer(replies: [Reply(body: "home")])
        let foreign = try LoopbackServer(replies: [.redirect(to: "\(home.url)/back", status: status)])
        let url = try #require(URL(string: "\(foreign.url)/there"))
        for isArgument in [true, false] {
            #expect(try await send(to: url, at: home, credential, asArgument: isArgument) == "home")
        }
        try #require(home.requests.count == 2 && foreign.requests.count == 2)
        (home.requests + foreign.requests).forEach { expectNothing(in: $0) }
    }

    @Test("the 401 of a foreign absolute URL refreshes nothing")
    func foreignUnauthorized() async throws {
        let home = try LoopbackServer(replies: [Reply(body: "home")])
        let foreign = try LoopbackServer(replies: [Reply(status: 401, body: "not here")])
        let refreshes = Counter()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t", refreshToken: "r1")) { _ in
            await refreshes.add()
            return TokenPair(accessToken: "s3cr3t-2", refreshToken: "r2")
        }
        let link = KeyedLink<HeaderKeyed>(url: try #require(URL(string: "\(foreign.url)/there")))
        let error = try await session.failure(of: link, environment: home.url, auth: auth)
        #expect(error.statusCode == 401)
        #expect(await refreshes.count == 0)
        #expect(foreign.requestCount == 1)
        expectNothing(in: try #require(foreign.requests.first))
    }
}
