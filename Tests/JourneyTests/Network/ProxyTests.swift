import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A loopback server as the proxy: what it is asked stands in its requests, and its answers are the proxy's.
@Suite("Proxies that a session's configuration names", .onCurl, .timeLimit(.minutes(5)))
struct ProxyTests {
    private static let site = URL(string: "http://site.test") ?? URL(fileURLWithPath: "/")
    private static let secureSite = URL(string: "https://site.test") ?? URL(fileURLWithPath: "/")

    private static func session(
        through proxy: LoopbackServer, user: String? = nil, exceptions: [String] = []
    ) -> URLSession {
        .fresh { configuration in
            var proxies: [AnyHashable: Any] = ["ExceptionsList": exceptions]
            for kind in ["HTTP", "HTTPS"] {
                proxies["\(kind)Enable"] = true
                proxies["\(kind)Proxy"] = "127.0.0.1"
                proxies["\(kind)Port"] = proxy.port
                proxies["\(kind)User"] = user
                proxies["\(kind)Password"] = user.map { _ in "s3cr3t" }
            }
            configuration.connectionProxyDictionary = proxies
        }
    }

    @Test("a request in the clear is sent to the proxy, and its server's name is looked up there")
    func plain() async throws {
        let proxy = try LoopbackServer(replies: [Reply(body: "by proxy")])
        let session = Self.session(through: proxy, user: "me")
        #expect(try await session.response(with: Item(name: "a"), environment: Self.site) == "by proxy")
        #expect(proxy.requests.first?.target == "http://site.test/items/a")
        #expect(proxy.requests.first?.header("Host") == "site.test")
        #expect(proxy.requests.first?.header("Proxy-Authorization") == "Basic bWU6czNjcjN0")
    }

    @Test("hosts among the exceptions are reached without the proxy")
    func exceptions() async throws {
        let proxy = try LoopbackServer(replies: [Reply(body: "by proxy")])
        let server = try LoopbackServer(replies: [Reply(body: "direct")])
        let session = Self.session(through: proxy, exceptions: ["127.0.0.1"])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "direct")
        // The same handle of libcurl serves one after the other.
        #expect(try await session.response(with: Item(name: "a"), environment: Self.site) == "by proxy")
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "direct")
        #expect(proxy.requestCount == 1)
    }

    @Test(
        "what a proxy refuses is told apart from what the server refuses, and is not retried",
        arguments: [
            (407, TransportFailure.Code.proxyAuthenticationRequired), (403, .proxyRefused), (405, .proxyRefused),
        ])
    func tunnel(status: Int, code: TransportFailure.Code) async throws {
        let proxy = try LoopbackServer(replies: [
            Reply(status: status, headers: [("X-Proxy", "1"), ("Set-Cookie", "p=1")], body: "denied")
        ])
        let session = Self.session(through: proxy, user: "me")
        let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero))
        let error = try await session.failure(
            of: Item(name: "a"), environment: Self.secureSite, auth: .bearer("t0ken"), options: options)
        #expect(error.transportCode == code)
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
        #expect(proxy.requests.first?.target == "site.test:443")
        #expect(proxy.requests.first?.bearer == nil)
        #expect(!"\(error) \(String(reflecting: error))".contains("s3cr3t"))
        #expect(session.configuration.httpCookieStorage?.cookies?.isEmpty != false)
    }

    @Test("a server that the proxy can't reach is worth another attempt")
    func badGateway() async throws {
        let proxy = try LoopbackServer(replies: [Reply(status: 502)])
        let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero))
        let error = try await Self.session(through: proxy)
            .failure(of: Item(name: "a"), environment: Self.secureSite, options: options)
        #expect(error.transportCode == .cannotConnect)
        #expect(proxy.requestCount == 3)
    }

    @Test("a proxy whose name has no address is the one that can't be reached")
    func unknown() async throws {
        let session = URLSession.fresh {
            $0.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "proxy.invalid", "HTTPPort": 1]
        }
        let error = try await session.failure(of: Item(name: "a"), environment: Self.site)
        #expect(error.transportCode == .cannotConnectToProxy)
    }

    @Test("a 407 in the clear is the proxy's; a 403 may be anybody's")
    func plainRefusal() async throws {
        let proxy = try LoopbackServer(replies: [Reply(status: 407), Reply(status: 403)])
        let session = Self.session(through: proxy)
        let first = try await session.failure(of: Item(name: "a"), environment: Self.site)
        #expect(first.transportCode == .proxyAuthenticationRequired)
        let second = try await session.failure(of: Item(name: "a"), environment: Self.site)
        #expect(second.statusCode == 403)
    }

    @Test("a 407 without a proxy is an answer")
    func noProxy() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 407)])
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: server.url)
        #expect(error.statusCode == 407)
    }

    @Test("a proxy that can't be reached has a code of its own, which is worth another attempt")
    func unreachable() async throws {
        let port = try ClosedPort()
        let session = URLSession.fresh {
            $0.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": port.url.port ?? 0]
        }
        let error = try await session.failure(of: Item(name: "a"), environment: Self.site)
        #expect(error.transportCode == .cannotConnectToProxy)
        #expect(error.isRetryable)
    }

    @Test("credentials for this machine are not given to a proxy on another one")
    func exposed() async throws {
        let session = URLSession.fresh {
            $0.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "proxy.invalid", "HTTPPort": 1]
        }
        let server = try LoopbackServer(replies: [Reply(body: "direct")])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: .bearer("t"))
        #expect(error.authenticationFault?.code == .insecureTransport)
    }
}

@Suite("Proxies on the platform's engine", .enabled("libcurl can") { !Engine.isCurl })
struct OtherEngineProxyTests {
    @Test("a dictionary of proxies is an error, and nothing is sent")
    func dictionary() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "direct")])
        let session = URLSession.fresh { $0.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1"] }
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(error.transportCode == .unsupportedSession)
        #expect(server.requestCount == 0)
    }
}
