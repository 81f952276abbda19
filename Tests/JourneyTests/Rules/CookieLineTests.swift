import Endpoints
import LoopbackServer
import Testing

/// `Set-Cookie` lines are read one by one (RFC 6265bis §5.6), also where the platform's engine has joined them.
@Suite("Set-Cookie lines", .timeLimit(.minutes(5)))
struct CookieLineTests {
    @Test(
        "H-04 each line is a cookie of its own",
        arguments: [
            (["user[name]=x; Path=/", "user[id]=7; Path=/"], "user[name]=x; user[id]=7"),
            (["open=1; Path=/", "locked[x]=1; Path=/; Secure"], "open=1"),
            (["locked=1; Path=/; Secure", "open[x]=1; Path=/"], "open[x]=1"),
            (["a=1, 2; Path=/", "b={\"x\":1,\"y\":2}; Path=/"], "a=1, 2; b={\"x\":1,\"y\":2}"),
            (["a=1; Path=/; Expires=Thursday, 01-Jan-70 00:00:00 GMT", "b=2; Path=/"], "b=2"),
            (["a=1; Path=/; Expires=Thu, 01-Jan-2099 00:00:00", "b:c=2; Path=/"], "a=1; b:c=2"),
            (["nameless; Path=/"], "nameless"), (["=nameless; Path=/", "a=1; Path=/"], "nameless; a=1"),
            (["__Host-a=1; Path=/", "__Secure-b=1; Path=/", "c=1; Path=/"], "c=1"),
            (["a=1; Path=/; Domain=com", "b=1; Path=/; Domain=1", "c=1; Path=/"], "c=1"),
        ])
    func lines(lines: [String], sent: String) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(lines)
        try await session.visit(server, "first", "second")
        #expect(server.cookies == [nil, sent])
    }

    @Test("H-04 a line that deletes a cookie is not lost before one with a name that is no token")
    func deletion() async throws {
        let session = URLSession.fresh()
        let deletion = ("Set-Cookie", "sid=abc; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Set-Cookie", "sid=abc; Path=/")]),
            Reply(headers: [deletion, ("Set-Cookie", "a[b]=c; Path=/")]), Reply(),
        ])
        try await session.visit(server, "first", "second", "third")
        #expect(server.cookies == [nil, "sid=abc", "a[b]=c"])
    }

    @Test("H-04 a cookie with a control character is ignored, and silences no other")
    func control() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let server = try LoopbackServer.setting(["bad=\u{1}; Path=/", "good=1; Path=/"])
        let storage = try #require(configuration.httpCookieStorage)
        let own = [HTTPCookiePropertyKey.name: "own", .value: "\u{1}", .domain: "127.0.0.1", .path: "/"]
        storage.setCookie(try #require(HTTPCookie(properties: own)))
        try await session.visit(server, "first", "second")
        #expect(server.cookies == [nil, "good=1"])
    }

    @Test("H-04 a path with a slash at its end belongs to that folder, and no path to the folder of the request")
    func folders() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["a=1; Path=/app/", "b=1"])
        for _ in 1...2 { _ = try await session.response(with: Folder(), environment: server.url) }
        try await session.visit(server, "elsewhere")
        #expect(server.cookies == [nil, "a=1; b=1", nil])
    }

    @Test("H-04 cookies go in the order of their creation, which a new value doesn't change")
    func order() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            Reply(headers: ["z=1", "m=1", "a=1"].map { ("Set-Cookie", "\($0); Path=/") }),
            Reply(headers: [("Set-Cookie", "z=2; Path=/")]), Reply(),
        ])
        try await session.visit(server, "first", "second", "third")
        #expect(server.cookies == [nil, "z=1; m=1; a=1", "z=2; m=1; a=1"])
    }

    @Test("H-05 what a program does to the storage counts at once")
    func storage() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=1; Path=/")]), Reply(),
        ])
        let storage = try #require(configuration.httpCookieStorage)
        try await session.visit(server, "first")
        let stored = try #require(storage.cookies)
        #expect(Set(stored.map(\.name)) == ["a", "b"])
        storage.deleteCookie(try #require(stored.first { $0.name == "a" }))
        let own = [HTTPCookiePropertyKey.name: "own", .value: "1", .domain: "127.0.0.1", .path: "/"]
        storage.setCookie(try #require(HTTPCookie(properties: own)))
        try await session.visit(server, "second")
        storage.removeCookies(since: .distantPast)
        try await session.visit(server, "third")
        #expect(server.cookies == [nil, "b=1; own=1", nil])
    }
}

private struct Folder: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "app/")
}
