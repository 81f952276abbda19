import Endpoints
import LoopbackServer
import Testing

/// Cookies are kept as a user of `URLSession` expects (RFC 6265).
@Suite("Cookies", .timeLimit(.minutes(5)))
struct CookieTests {
    @Test("H-04 a cookie that was set is sent again")
    func setAndSend() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=1; Path=/"])
        try await session.visit(server, "first", "second")
        #expect(server.cookies == [nil, "sid=1"])
    }

    @Test("H-04 several Set-Cookie lines with a comma in a date are several cookies")
    func severalLines() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let server = try LoopbackServer.setting([
            "a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Path=/", "b=2; Path=/", "c=\"x y\"; Path=/; HttpOnly",
        ])
        try await session.visit(server, "first", "second")
        let sent = try #require(server.cookies.last ?? nil)
        #expect(Set(sent.components(separatedBy: "; ")) == ["a=1", "b=2", "c=\"x y\""])
        let storage = try #require(configuration.httpCookieStorage)
        let stored = storage.cookies(for: server.url) ?? []
        #expect(stored.count == 3)
        #expect(stored.first { $0.name == "a" }?.expiresDate?.timeIntervalSince1970 == 4_070_908_800)
    }

    @Test("H-03 the spelling of Set-Cookie doesn't matter", arguments: ["set-cookie", "SET-COOKIE", "Set-cookie"])
    func spelling(name: String) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [Reply(headers: [(name, "sid=1; Path=/")])])
        try await session.visit(server, "first", "second")
        #expect(server.cookies == [nil, "sid=1"])
    }

    @Test(
        "H-04 a cookie that has expired is not sent",
        arguments: ["sid=1; Max-Age=0", "sid=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "sid=1; max-age=-5"])
    func expired(line: String) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Set-Cookie", "sid=0; Path=/")]), Reply(headers: [("Set-Cookie", "\(line); Path=/")]),
            Reply(),
        ])
        try await session.visit(server, "first", "second", "third")
        #expect(server.cookies == [nil, "sid=0", nil])
    }

    @Test("H-04 a later value replaces an earlier one")
    func replaced() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Set-Cookie", "sid=1; Path=/")]), Reply(headers: [("Set-Cookie", "sid=2; Path=/")]),
            Reply(),
        ])
        try await session.visit(server, "first", "second", "third")
        #expect(server.cookies == [nil, "sid=1", "sid=2"])
    }

    @Test(
        "H-04 a path keeps a cookie to itself",
        arguments: [
            ("/items", "sid=1"), ("/items/", "sid=1"), ("/items/a", "sid=1"), ("/item", nil), ("/items/b", nil),
            ("/other", nil),
        ] as [(String, String?)])
    func path(path: String, sent: String?) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=1; Path=\(path)"])
        try await session.visit(server, "first", "a")
        #expect(server.cookies == [nil, sent])
    }

    @Test(
        "H-04 a cookie is kept for its own host only",
        arguments: ["example.com", "0.0.1", "com", "27.0.0.1", "evil.127.0.0.1"])
    func domain(domain: String) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=1; Path=/; Domain=\(domain)"])
        try await session.visit(server, "first", "second")
        #expect(server.cookies == [nil, nil])
    }

    @Test("H-04 a cookie of one host is not sent to another")
    func otherHost() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=1; Path=/"])
        try await session.visit(server, "first")
        let other = try #require(URL(string: "http://localhost:\(server.port)"))
        _ = try await session.response(with: Item(name: "second"), environment: other)
        #expect(server.cookies == [nil, nil])
    }

    @Test("H-04 a secure cookie is not sent in the clear")
    func secure() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let storage = try #require(configuration.httpCookieStorage)
        for (name, isSecure) in [("open", false), ("locked", true)] {
            var properties: [HTTPCookiePropertyKey: Any] = [
                .name: name, .value: "1", .domain: "127.0.0.1", .path: "/",
            ]
            if isSecure { properties[.secure] = "TRUE" }
            storage.setCookie(try #require(HTTPCookie(properties: properties)))
        }
        let server = try LoopbackServer.setting([])
        try await session.visit(server, "first")
        #expect(server.cookies == ["open=1"])
    }

    @Test("H-04 a Cookie header of the endpoint's own wins over the jar")
    func explicitHeader() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.setting(["sid=jar; Path=/"])
        try await session.visit(server, "first")
        _ = try await session.response(with: OwnCookie(value: "sid=own"), environment: server.url)
        try await session.visit(server, "third")
        #expect(server.cookies == [nil, "sid=own", "sid=jar"])
    }

    @Test("X-01 a cookie set by a redirect is sent to where it leads")
    func setByRedirect() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            .redirect(to: "/welcome", headers: [("Set-Cookie", "sid=1; Path=/"), ("Set-Cookie", "b=2; Path=/")]),
            Reply(body: "there"),
        ])
        try await session.visit(server, "first")
        let sent = try #require(server.cookies.last ?? nil)
        #expect(Set(sent.components(separatedBy: "; ")) == ["sid=1", "b=2"])
        try await session.visit(server, "later")
        #expect(server.cookies.last != .some(nil))
    }

    @Test("H-04 a cookie set by an error response is kept")
    func setByError() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            Reply(status: 403, headers: [("Set-Cookie", "sid=1; Path=/")]), Reply(),
        ])
        _ = try await session.failure(of: Item(name: "first"), environment: server.url)
        try await session.visit(server, "second")
        #expect(server.cookies == [nil, "sid=1"])
    }

    @Test("H-05 sessions don't share their cookies")
    func isolation() async throws {
        let server = try LoopbackServer.setting(["sid=1; Path=/"])
        let sessions = [URLSession.fresh(), .fresh(), URLSession(configuration: .ephemeral)]
        for session in sessions {
            try await session.visit(server, "first")
        }
        #expect(server.cookies == [nil, nil, nil])
        for session in sessions {
            try await session.visit(server, "second")
        }
        #expect(server.cookies.suffix(3) == ["sid=1", "sid=1", "sid=1"])
    }

    @Test("H-05 a session that keeps no cookies sends and stores none")
    func switchedOff() async throws {
        let server = try LoopbackServer.setting(["sid=1; Path=/"])
        let sessions = [
            URLSession.fresh { $0.httpCookieStorage = nil }, .fresh { $0.httpShouldSetCookies = false },
            .fresh { $0.httpCookieAcceptPolicy = .never },
        ]
        for session in sessions {
            try await session.visit(server, "first", "second")
        }
        #expect(server.cookies == Array(repeating: nil, count: 6))
    }
}

/// Declares its cookies by hand.
private struct OwnCookie: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "own", headers: [.cookie: .field(\.value)])

    var value: String
}

extension LoopbackServer {
    /// A server whose every answer sets cookies.
    static func setting(_ lines: [String]) throws -> LoopbackServer {
        try LoopbackServer(replies: [Reply(headers: lines.map { ("Set-Cookie", $0) }, body: "ok")])
    }

    /// The cookies of each request, one element a request.
    var cookies: [String?] {
        requests.map { request in
            let values = request.headerValues("Cookie")
            return values.isEmpty ? nil : values.joined(separator: " | ")
        }
    }
}

extension URLSession {
    /// Fetches items one after the other.
    func visit(_ server: LoopbackServer, _ names: String...) async throws {
        for name in names {
            _ = try await response(with: Item(name: name), environment: server.url)
        }
    }
}
