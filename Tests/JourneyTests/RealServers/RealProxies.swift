import Endpoints
import TestSupport
import Testing

/// tinyproxy and microsocks in front of the other servers.
@Suite(
    "Real proxies", .tags(.network), .onCurl,
    .enabled(if: RealServerAddress.isSet("PROXY_PORT"), "It takes proxies that were started by .scripts."),
    .timeLimit(.minutes(5)))
struct RealProxies {
    enum Kind: String, CaseIterable, Sendable {
        case http, httpWithLogin, socks, socksWithLogin

        var needsLogin: Bool { self == .httpWithLogin || self == .socksWithLogin }
        var isSOCKS: Bool { self == .socks || self == .socksWithLogin }

        func session(password: String?) -> URLSession {
            let number = Self.allCases.firstIndex(of: self) ?? 0
            return .fresh { configuration in
                var proxies: [AnyHashable: Any] = [:]
                for name in isSOCKS ? ["SOCKS"] : ["HTTP", "HTTPS"] {
                    proxies["\(name)Enable"] = true
                    proxies["\(name)Proxy"] = "localhost"
                    proxies["\(name)Port"] = RealServerAddress.number("PROXY_PORT") + number
                    proxies["\(name)User"] = password.map { _ in "user" }
                    proxies["\(name)Password"] = password
                }
                configuration.connectionProxyDictionary = proxies
            }
        }
    }

    private static let servers = [RealServerAddress.url("HTTPBIN_URL"), RealServerAddress.url("TLS_URL")]

    @Test(
        "both servers are reached through every kind of proxy, credentials and body with it", arguments: Kind.allCases)
    func reached(kind: Kind) async throws {
        let session = kind.session(password: kind.needsLogin ? "s3cr3t" : nil)
        for server in Self.servers {
            for number in 0..<3 {
                let call = RealServers.Anything(text: "\(number)")
                let echo = try await session.response(with: call, environment: server, auth: .bearer("t0ken"))
                #expect(echo.url.hasSuffix("/anything/\(number)"))
                #expect(echo.headers["Authorization"] == "Bearer t0ken")
                #expect(echo.headers["Proxy-Authorization"] == nil)
            }
        }
    }

    @Test(
        "a proxy that wants a login says so, and one that gets a wrong one as well",
        arguments: [Kind.httpWithLogin, .socksWithLogin], [nil, "wrong"])
    func login(kind: Kind, password: String?) async throws {
        // What is in the clear gets a status that may be the server's, from a proxy that knows the wrong login.
        let isUnclear = kind == .httpWithLogin && password != nil
        for server in isUnclear ? [RealServerAddress.url("TLS_URL")] : Self.servers {
            let error = try await kind.session(password: password)
                .failure(of: RealServers.Anything(text: "a"), environment: server)
            #expect(error.transportCode == .proxyAuthenticationRequired)
        }
    }

    @Test("a server that the proxy can't reach is no fault of the proxy", arguments: [Kind.http, .socks])
    func unreachable(kind: Kind) async throws {
        let port = try ClosedPort()
        let secure = try #require(URL(string: "https://127.0.0.1:\(port.url.port ?? 0)"))
        let error = try await kind.session(password: nil).failure(
            of: RealServers.Anything(text: "a"), environment: secure)
        #expect(error.transportCode == (kind == .socks ? .cannotConnect : .proxyRefused))
    }
}
