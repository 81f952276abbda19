import Endpoints
import LoopbackServer
import Testing

/// Where a Location leads (RFC 3986 §5), seen from `/a/b/start?x=1`.
@Suite("Redirects and locations", .timeLimit(.minutes(5)))
struct RedirectLocationTests {
    private let session = URLSession.fresh()

    @Test(
        "X-03 a Location is resolved by RFC 3986",
        arguments: [
            ("echo", "/a/b/echo"), ("./echo", "/a/b/echo"), ("../echo", "/a/echo"), ("../../echo", "/echo"),
            ("../../../../g", "/g"), ("/echo", "/echo"), ("/a%2Fb", "/a%2Fb"), ("c%2Fd/e", "/a/b/c%2Fd/e"),
            ("?q=1", "/a/b/start?q=1"), ("?q=a%2Fb%26c", "/a/b/start?q=a%2Fb%26c"), ("/e?x=a%2Bb", "/e?x=a%2Bb"),
            ("/e?x=a+b", "/e?x=a+b"), ("", "/a/b/start?x=1"), ("#top", "/a/b/start?x=1"), ("/f#top", "/f"),
            ("/f?y=1#top", "/f?y=1"), ("g;x=1/../y", "/a/b/y"), ("g?y/../x", "/a/b/g?y/../x"), ("./", "/a/b/"),
            ("..", "/a/"), ("/", "/"), ("/x//y", "/x//y"), ("/%7Euser", "/%7Euser"),
            ("/a%20b", "/a%20b"), ("/%E2%82%AC", "/%E2%82%AC"),
        ])
    func reference(location: String, target: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "there")])
        #expect(try await session.response(with: Visit<Getting>(), environment: server.url) == "there")
        #expect(server.requests.map(\.target) == ["/a/b/start?x=1", target])
    }

    @Test("X-03 a Location names another host with or without a scheme", arguments: ["//", "http://", "HTTP://"])
    func authority(prefix: String) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: "\(prefix)127.0.0.1:\(target.port)/z/../y?q=%2F")])
        #expect(try await session.response(with: Visit<Getting>(), environment: origin.url) == "there")
        #expect(target.requests.map(\.target) == ["/y?q=%2F"])
    }

    @Test("X-03 an authority without a path is asked for the root")
    func rootless() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: "http://127.0.0.1:\(target.port)")])
        #expect(try await session.response(with: Visit<Getting>(), environment: origin.url) == "there")
        #expect(target.requests.map(\.target) == ["/"])
    }

    @Test("X-03 raw spaces and letters in a Location are escaped", arguments: [("/a b", "/a%20b"), ("/é", "/%C3%A9")])
    func rawCharacters(location: String, target: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "there")])
        #expect(try await session.response(with: Visit<Getting>(), environment: server.url) == "there")
        #expect(server.requests.last?.target == target)
    }

    @Test(
        "X-03 white space around a Location is no part of it",
        arguments: [("/next ", "/next"), (" \t/next\t ", "/next"), ("/a b \t", "/a%20b")])
    func whiteSpace(location: String, target: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "there")])
        #expect(try await session.response(with: Visit<Getting>(), environment: server.url) == "there")
        #expect(server.requests.last?.target == target)
    }

    @Test("X-03 the header's spelling doesn't matter", arguments: ["location", "LOCATION", "lOcAtIoN"])
    func spelling(name: String) async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 302, headers: [(name, "/next")]), Reply(body: "there"),
        ])
        #expect(try await session.response(with: Visit<Getting>(), environment: server.url) == "there")
        #expect(server.requests.last?.target == "/next")
    }

    @Test("X-03 ten redirects are followed")
    func tenHops() async throws {
        let server = try LoopbackServer.immediate { request in
            request.number == 10 ? Reply(body: "there") : .redirect(to: "/\(request.number + 1)")
        }
        #expect(try await session.response(with: Visit<Getting>(), environment: server.url) == "there")
        #expect(server.requestCount == 11)
    }

    @Test("X-03 the eleventh redirect is a typed error", arguments: [302, 307])
    func elevenHops(status: Int) async throws {
        let server = try LoopbackServer.immediate { .redirect(to: "/\($0.number + 1)", status: status) }
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.transportCode == .tooManyRedirects)
        #expect(server.requestCount == 11)
    }

    @Test("X-03 a redirect to itself ends", arguments: ["", "start?x=1"])
    func loop(location: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location)])
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.transportCode == .tooManyRedirects)
    }

    @Test(
        "X-03 a Location of another scheme is a typed error",
        arguments: ["ftp://127.0.0.1/x", "file:///etc/hostname", "myapp://callback?code=1", "mailto:a@b.c", "data:,x"])
    func otherScheme(location: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "never")])
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.transportCode == .invalidRedirect)
        #expect(server.requestCount == 1)
    }

    @Test(
        "X-03 a Location that is no reference is a typed error", arguments: ["http://", "http://[::1", "http://a b/"])
    func nonsense(location: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "never")])
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.transportCode == .invalidRedirect)
        #expect(server.requestCount == 1)
    }

    @Test("X-03 without a Location the answer is what it says", arguments: [301, 302, 303, 307, 308])
    func missing(status: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: status, body: "where to?")])
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.received?.statusCode == status)
        // FoundationNetworking drops the body of a redirect that it can't follow; the status is never lost.
        #if !canImport(FoundationNetworking)
        #expect(error.body == Data("where to?".utf8))
        #endif
        #expect(server.requestCount == 1)
    }

    @Test("X-03 other 3xx answers are not followed", arguments: [300, 304, 305, 306])
    func notFollowed(status: Int) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: status), Reply(body: "never")])
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url)
        #expect(error.received?.statusCode == status)
        #expect(server.requestCount == 1)
    }

    @Test("X-03 a Location on a 200 means nothing")
    func locationWithoutRedirect() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 201, headers: [("Location", "/made")], body: "made")])
        #expect(try await session.response(with: Visit<Posting>(), environment: server.url) == "made")
        #expect(server.requestCount == 1)
    }
}
