import Endpoints
import LoopbackServer
import Testing

/// `CookieAuth` against the session's own cookies.
@Suite("CookieAuth", .timeLimit(.minutes(5)))
struct CookieAuthTests {
    @Test("H-05 its cookie is the only one, whatever the jar holds")
    func wins() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=jar; Path=/", "other=1; Path=/"])
        try await session.visit(server, "first")
        _ = try await session.response(
            with: Item(name: "second"), environment: server.url, auth: .cookie(name: "sid", value: "mine"))
        #expect(server.cookies == [nil, "sid=mine"])
    }

    @Test("H-05 what the server sets in answer to it is not stored")
    func storesNothing() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=jar; Path=/"])
        _ = try await session.response(
            with: Item(name: "first"), environment: server.url, auth: .cookie(name: "sid", value: "mine"))
        try await session.visit(server, "second")
        #expect(server.cookies == ["sid=mine", nil])
    }

    @Test("H-05 with the jar it adds the others and is still the only one of its name")
    func withJar() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let server = try LoopbackServer.setting(["sid=jar; Path=/", "other=1; Path=/"])
        try await session.visit(server, "first")
        let auth = CookieAuth(name: "sid", value: "mine", alongside: configuration.httpCookieStorage)
        _ = try await session.response(with: Item(name: "second"), environment: server.url, auth: auth)
        let sent = try #require(server.cookies.last ?? nil)
        #expect(sent.components(separatedBy: "; ").sorted() == ["other=1", "sid=mine"])
    }

    @Test("H-05 two users of one session don't see each other's cookie")
    func twoUsers() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=jar; Path=/"])
        for user in ["ann", "ben", "ann"] {
            _ = try await session.response(
                with: Item(name: user), environment: server.url, auth: .cookie(name: "sid", value: user))
        }
        #expect(server.cookies == ["sid=ann", "sid=ben", "sid=ann"])
    }

    @Test("H-05 it goes along a redirect within the origin and brings no jar cookie with it")
    func redirect() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            .redirect(to: "/next", headers: [("Set-Cookie", "sid=jar; Path=/")]), Reply(body: "there"),
        ])
        _ = try await session.response(
            with: Item(name: "first"), environment: server.url, auth: .cookie(name: "sid", value: "mine"))
        #expect(server.cookies == ["sid=mine", "sid=mine"])
    }

    @Test(
        "H-01 a name or value that is no cookie is a typed error and no request",
        arguments: [("sid", "a;b"), ("sid", "a\r\nX: y"), ("s id", "1"), ("sid", "a\nb"), ("", "1"), ("a=b", "1")])
    func invalid(name: String, value: String) async throws {
        let server = try LoopbackServer(replies: [Reply()])
        let error = try await URLSession.fresh().failure(
            of: Item(name: "first"), environment: server.url, auth: CookieAuth(name: name, value: value))
        guard case .authenticationError(let fault) = error, case .custom = fault, let underlying = fault.underlying
        else {
            Issue.record("\(error)")
            return
        }
        #expect(underlying is InvalidCookie)
        #expect(server.requestCount == 0)
    }
}
