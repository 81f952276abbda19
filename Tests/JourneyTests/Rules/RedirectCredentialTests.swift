import Endpoints
import LoopbackServer
import Testing

/// Credentials belong to the origin they were meant for.
@Suite("Redirects and credentials", .timeLimit(.minutes(5)))
struct RedirectCredentialTests {
    /// A credential, and where it would show on the wire.
    enum Credential: CaseIterable, Sendable {
        case bearer, apiKey, basic, cookie, custom, token

        var method: any AuthenticationMethod {
            switch self {
            case .bearer: HeaderKeyAuth(key: "s3cr3t")
            case .apiKey: HeaderKeyAuth(key: "s3cr3t", header: .xAPIKey, prefix: nil)
            case .basic: BasicAuth(username: "user", password: "s3cr3t")
            case .cookie: CookieAuth(name: "sid", value: "s3cr3t")
            case .custom: CustomAuth { $0.setValue("s3cr3t", forHTTPHeaderField: "X-Signature") }
            case .token: JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t")) { _ in throw RefreshRejection() }
            }
        }

        var header: String {
            switch self {
            case .bearer, .basic, .token: "Authorization"
            case .apiKey: "X-API-Key"
            case .cookie: "Cookie"
            case .custom: "X-Signature"
            }
        }
    }

    private let session = URLSession.fresh()

    @Test(
        "X-01 a redirect to another port carries no credential", arguments: Credential.allCases,
        [301, 302, 303, 307, 308])
    func otherPort(credential: Credential, status: Int) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [
            .redirect(to: target.url.appendingPathComponent("next").absoluteString, status: status)
        ])
        let text = try await session.response(
            with: Visit<Getting>(), environment: origin.url, auth: credential.method)
        #expect(text == "there")
        let first = try #require(origin.requests.first)
        #expect(first.header(credential.header) != nil)
        let second = try #require(target.requests.first)
        #expect(second.header(credential.header) == nil)
        #expect(!String(decoding: second.bytes, as: UTF8.self).contains("s3cr3t"))
        #expect(second.header("X-Client") == "demo")
        #expect(second.header("Host") == "127.0.0.1:\(target.port)")
    }

    @Test("X-01 a declared Host stays at the origin that it was declared for", arguments: [true, false])
    func declaredHost(isForeign: Bool) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer.immediate { request in
            if request.number > 0 { return Reply(body: "there") }
            return .redirect(to: isForeign ? target.url.appendingPathComponent("next").absoluteString : "/next")
        }
        #expect(try await session.response(with: Named(), environment: origin.url) == "there")
        #expect(origin.requests.map { $0.header("Host") } == Array(repeating: "name.example", count: isForeign ? 1 : 2))
        #expect(target.requests.map { $0.header("Host") } == (isForeign ? ["127.0.0.1:\(target.port)"] : []))
    }

    @Test("X-01 a redirect to another host on the same port carries no credential", arguments: Credential.allCases)
    func otherHost(credential: Credential) async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/next" ? Reply(body: "there") : .redirect(to: "http://localhost:\(request.port)/next")
        }
        let text = try await session.response(
            with: Visit<Getting>(), environment: server.url, auth: credential.method)
        #expect(text == "there")
        let last = try #require(server.requests.last)
        #expect(last.path == "/next")
        #expect(last.header(credential.header) == nil)
    }

    @Test("X-03 a redirect within the origin keeps the credential", arguments: Credential.allCases)
    func sameOrigin(credential: Credential) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next"), Reply(body: "there")])
        let text = try await session.response(
            with: Visit<Getting>(), environment: server.url, auth: credential.method)
        #expect(text == "there")
        try #require(server.requests.count == 2)
        let values = server.requests.map { $0.headerValues(credential.header) }
        #expect(values[0].count == 1)
        #expect(values[1] == values[0])
    }

    @Test("X-01 a query key is not carried to another origin, not even inside the Location")
    func queryKey() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer.immediate { request in
            .redirect(to: "http://127.0.0.1:\(target.port)/next?\(request.query ?? "")")
        }
        _ = try await session.response(
            with: Visit<Getting>(), environment: origin.url, auth: .queryKey("s3cr3t", name: "key"))
        #expect(origin.requests.first?.queryItems.contains { $0.name == "key" && $0.value == "s3cr3t" } == true)
        let target1 = try #require(target.requests.first)
        #expect(target1.target == "/next?x=1")
    }

    @Test("X-03 a query key stays on a redirect within the origin")
    func queryKeySameOrigin() async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next?y=2"), Reply(body: "there")])
        _ = try await session.response(
            with: Visit<Getting>(), environment: server.url, auth: .queryKey("s3cr3t", name: "key"))
        let last = try #require(server.requests.last)
        #expect(last.path == "/next")
        #expect(last.queryItems.map(\.name) == ["y", "key"])
        #expect(last.queryItems.last?.value == "s3cr3t")
    }

    @Test("X-01 credentials among the session's own headers stay with the first origin")
    func additionalHeaders() async throws {
        let session = URLSession.fresh {
            $0.httpAdditionalHeaders = [
                "Authorization": "Bearer s3cr3t", "Cookie": "sid=s3cr3t", "Proxy-Authorization": "Basic s3cr3t",
                "X-Team": "blue",
            ]
        }
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        _ = try await session.response(with: Visit<Getting>(), environment: origin.url)
        let first = try #require(origin.requests.first)
        #expect(first.header("Authorization") == "Bearer s3cr3t")
        #expect(first.header("X-Team") == "blue")
        let second = try #require(target.requests.first)
        #expect(!String(decoding: second.bytes, as: UTF8.self).contains("s3cr3t"))
        // Any field of the session's may be a credential, so none but content negotiation goes along.
        #expect(second.header("X-Team") == nil)
    }

    @Test("X-01 headers that the endpoint declares itself are credentials by their names")
    func declaredHeaders() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        _ = try await session.response(with: Declared(secret: "s3cr3t"), environment: origin.url)
        #expect(origin.requests.first?.header("Authorization") == "Bearer s3cr3t")
        #expect(origin.requests.first?.header("Cookie") == "sid=s3cr3t")
        let second = try #require(target.requests.first)
        #expect(!String(decoding: second.bytes, as: UTF8.self).contains("s3cr3t"))
    }

    @Test("X-01 a body is delivered to another origin, its credential is not", arguments: [307, 308])
    func bodyWithoutCredential(status: Int) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next", status: status)])
        _ = try await session.response(
            with: Deliver<Posting>(body: Data("parcel".utf8)), environment: origin.url, auth: .bearer("s3cr3t"))
        let second = try #require(target.requests.first)
        #expect(second.method == "POST")
        #expect(second.bodyText == "parcel")
        #expect(second.header("Authorization") == nil)
    }

    @Test(
        "X-02 a 401 of another origin refreshes nothing",
        arguments: [nil, "Bearer realm=\"cdn\"", "Basic realm=\"cdn\""])
    func foreignUnauthorized(challenge: String?) async throws {
        let target = try LoopbackServer(replies: [
            Reply(status: 401, headers: challenge.map { [("WWW-Authenticate", $0)] } ?? [], body: "not here")
        ])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        let refreshes = Counter()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t", refreshToken: "r1")) { _ in
            await refreshes.add()
            return TokenPair(accessToken: "s3cr3t-2", refreshToken: "r2")
        }
        let error = try await session.failure(of: Visit<Getting>(), environment: origin.url, auth: auth)
        #expect(await refreshes.count == 0)
        #expect(origin.requestCount == 1)
        #expect(target.requestCount == 1)
        #expect(target.requests.first?.header("Authorization") == nil)
        #expect(error.statusCode == 401)
        #expect(error.body == Data("not here".utf8))
        #expect(error.httpResponse?.url?.absoluteString == target.url.absoluteString + "/next")
    }
}

/// Declares its credentials by hand.
private struct Declared: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        path: "declared",
        headers: [.authorization: .field { "Bearer \($0.secret)" }, .cookie: .field { "sid=\($0.secret)" }])

    var secret: String
}

extension Request {
    /// The port that the client named.
    fileprivate var port: String {
        header("Host")?.split(separator: ":").last.map(String.init) ?? ""
    }
}

/// Asks a server by another name than its address.
private struct Named: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "named", headers: [.host: "name.example"])
}
