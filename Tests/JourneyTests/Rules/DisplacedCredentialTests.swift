import Endpoints
import LoopbackServer
import Testing

/// Declares what its authentication method would set.
private struct Preset: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        path: "preset", parameters: [.query("key", \.key)],
        headers: [.authorization: .field(\.authorization), .cookie: .field(\.cookie), "X-API-Key": .field(\.apiKey)])

    var key: String?
    var authorization: String?
    var cookie: String?
    var apiKey: String?
}

@Suite("Credentials that a declaration displaces", .timeLimit(.minutes(5)))
struct DisplacedCredentialTests {
    private func send(
        _ endpoint: Preset, _ auth: any AuthenticationMethod
    ) async throws -> (request: Request, displaced: [String?]) {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let log = EventLog()
        _ = try await URLSession.fresh().response(
            with: endpoint, environment: server.url, auth: auth, options: RequestOptions(observers: [log]))
        let displaced = log.events.filter { $0.kind == .credentialDisplaced }
        #expect(displaced.allSatisfy { !"\($0)".contains("s3cr3t") })
        return (try #require(server.requests.first), displaced.map(\.reason))
    }

    @Test("a declared Cookie and CookieAuth's go into one field, and nothing is displaced")
    func cookieAuth() async throws {
        let (request, displaced) = try await send(
            Preset(cookie: "theme=dark"), .cookie(name: "sid", value: "s3cr3t"))
        #expect(request.header("Cookie") == "theme=dark; sid=s3cr3t")
        #expect(displaced.isEmpty)
    }

    @Test("a method that appends its cookie to the declared one sends both")
    func appending() async throws {
        let auth = CustomAuth { request in
            let declared = request.value(forHTTPHeaderField: "Cookie") ?? ""
            request.setValue("\(declared); sid=s3cr3t", forHTTPHeaderField: "Cookie")
        }
        let (request, displaced) = try await send(Preset(cookie: "theme=dark"), auth)
        #expect(request.header("Cookie") == "theme=dark; sid=s3cr3t")
        #expect(displaced.isEmpty)
    }

    @Test("of two cookies with one name the declared one is sent, and observers are told")
    func sameCookie() async throws {
        let (request, displaced) = try await send(Preset(cookie: "sid=own"), .cookie(name: "sid", value: "s3cr3t"))
        #expect(request.header("Cookie") == "sid=own")
        #expect(displaced == ["the declared header field Cookie"])
    }

    @Test("R-21 a declared header field displaces a credential, and observers are told")
    func header() async throws {
        let (request, displaced) = try await send(Preset(authorization: "Own token"), .bearer("s3cr3t"))
        #expect(request.header("Authorization") == "Own token")
        #expect(displaced == ["the declared header field Authorization"])
        let token = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t")) { _ in throw RefreshRejection() }
        let (tokenRequest, tokenDisplaced) = try await send(Preset(authorization: "Own token"), token)
        #expect(tokenRequest.header("Authorization") == "Own token")
        #expect(tokenDisplaced == ["the declared header field Authorization"])
        let (other, otherDisplaced) = try await send(
            Preset(apiKey: "own"), .headerKey("s3cr3t", header: "x-api-key"))
        #expect(other.header("X-API-Key") == "own")
        #expect(otherDisplaced == ["the declared header field X-API-Key"])
    }

    @Test("a declared query item displaces a key, and observers are told")
    func queryItem() async throws {
        let (request, displaced) = try await send(Preset(key: "own"), .queryKey("s3cr3t", name: "key"))
        #expect(request.target == "/preset?key=own")
        #expect(displaced == ["the URL's query item key"])
    }

    @Test("a declared value that is the method's own displaces nothing")
    func same() async throws {
        let (request, displaced) = try await send(Preset(authorization: "Bearer s3cr3t"), .bearer("s3cr3t"))
        #expect(request.header("Authorization") == "Bearer s3cr3t")
        #expect(displaced.isEmpty)
        let (other, otherDisplaced) = try await send(Preset(key: "s3cr3t"), .queryKey("s3cr3t", name: "key"))
        #expect(other.target == "/preset?key=s3cr3t")
        #expect(otherDisplaced.isEmpty)
    }

    @Test("a method that takes a declared header field away displaces nothing, and the field stays")
    func removed() async throws {
        let auth = CustomAuth { $0.setValue(nil, forHTTPHeaderField: "X-API-Key") }
        let (request, displaced) = try await send(Preset(apiKey: "own"), auth)
        #expect(request.header("X-API-Key") == "own")
        #expect(displaced.isEmpty)
    }
}
