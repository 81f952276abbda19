import Endpoints
import LoopbackServer
import TestSupport
import Testing

@Suite("Servers at Unix-domain sockets", .timeLimit(.minutes(5)))
struct UnixSocketTests {
    private let path = NSTemporaryDirectory() + "\(UUID().uuidString.prefix(8))/My Socket.sock"

    private func server(_ replies: [Reply], besides suffix: String = "") throws -> LoopbackServer {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        return try LoopbackServer(replies: replies, at: .file(path + suffix))
    }

    @Test("a server is reached at the path of its socket, with credentials, a body and redirects", .onCurl)
    func reached() async throws {
        let server = try server([
            Reply(body: "first"), .redirect(to: "/other?y=2", status: 307), Reply(body: "second"),
        ])
        let (session, url) = (URLSession.fresh(), try #require(URL(unixSocket: path)))
        #expect(url.host == server.url.host)
        #expect(try await session.response(with: Item(name: "a b"), environment: url, auth: .bearer("t")) == "first")
        let sent = Deliver<Posting>(body: Data("x".utf8))
        #expect(try await session.response(with: sent, environment: url, auth: .bearer("t")) == "second")
        #expect(server.requests.map(\.target) == ["/items/a%20b", "/a/b/start", "/other?y=2"])
        #expect(server.requests.map(\.bearer) == ["t", "t", "t"])
        #expect(server.requests.last?.bodyText == "x")
        #expect(server.requests.first?.header("Host") == "localhost")
        #expect(server.connectionCount == 1)
    }

    @Test("a server on the network leads to no socket, and one behind a socket to nothing else", .onCurl)
    func origins() async throws {
        let target = try server([Reply(body: "here")])
        let other = try LoopbackServer(replies: [.redirect(to: "\(target.url)/there")])
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: other.url)
        #expect(error.transportCode == .invalidRedirect)
        #expect(target.requestCount == 0)
        let server = try self.server([.redirect(to: "http://localhost:\(other.port)/")], besides: "2")
        let away = try await URLSession.fresh().failure(of: Item(name: "a"), environment: server.url)
        #expect(away.transportCode == .invalidRedirect)
        #expect(other.requestCount == 1)
    }

    @Test("an address from outside reaches the server's own socket alone")
    func outside() async throws {
        let url = try #require(URL(unixSocket: path))
        let error = try await URLSession.fresh().failure(
            of: Link(url: url), environment: LoopbackSite.defaultEnvironment)
        guard case .endpointError(.invalidURL) = error else {
            Issue.record("It is \(error).")
            return
        }
    }

    /// A link of somebody else's.
    private struct Link: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = String
        static let definition = Definition(url: \.url)
        var url: URL
    }

    @Test("a socket that nobody listens at can't be connected to", .onCurl)
    func missing() async throws {
        let url = try #require(URL(unixSocket: path))
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: url)
        #expect(error.transportCode == .cannotConnect)
    }

    @Test("the platform's engine says that it can't, and sends nothing", .enabled("libcurl can") { !Engine.isCurl })
    func otherEngine() async throws {
        let url = try #require(URL(unixSocket: path))
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: url)
        #expect(error.transportCode == .unsupportedSession)
    }

    @Test("the path becomes a host, whatever is in it; an empty one is none")
    func address() {
        #expect(URL(unixSocket: "/run/a b/é.sock")?.absoluteString == "http+unix://%2Frun%2Fa%20b%2F%C3%A9.sock")
        #expect(URL(unixSocket: "/run/a b/é.sock")?.host == "/run/a b/é.sock")
        #expect(URL(unixSocket: "") == nil)
    }
}
