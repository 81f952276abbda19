import Testing

@testable import Endpoints

@Suite("Proxies")
struct ProxySettingsTests {
    private static func settings(_ environment: [String: String]) -> ProxySettings {
        ProxySettings(nil, environment: environment)
    }

    private static func origin(_ text: String) throws -> Origin { try #require(Origin(url(text))) }

    @Test(
        "the environment's variables choose a proxy, never one for this machine",
        arguments: [
            (["http_proxy": "http://p:3128"], "http://a.example", "http://p:3128"),
            (["http_proxy": "p:3128"], "http://a.example", "http://p:3128"),
            (["http_proxy": "p"], "http://a.example", "http://p:80"),
            (["http_proxy": "http://p:3128"], "https://a.example", nil),
            // A request could set it in a CGI program.
            (["HTTP_PROXY": "http://p:3128"], "http://a.example", nil),
            (["HTTPS_PROXY": "http://p:3128"], "https://a.example", "http://p:3128"),
            (["https_proxy": "http://q:1", "HTTPS_PROXY": "http://p:3128"], "https://a.example", "http://q:1"),
            (["all_proxy": "socks5h://p"], "https://a.example", "socks5h://p:1080"),
            (["all_proxy": "socks5h://p", "http_proxy": "q:1"], "http://a.example", "http://q:1"),
            (["http_proxy": ""], "http://a.example", nil),
            (["http_proxy": "http://[::2]:3128"], "http://a.example", "http://[::2]:3128"),
            (["http_proxy": "p:1"], "http://localhost", nil), (["http_proxy": "p:1"], "http://127.0.0.2:80", nil),
            (["http_proxy": "p:1"], "http://[::1]", nil), (["http_proxy": "p:1"], "http+unix://%2Ftmp%2Fa", nil),
        ] as [([String: String], String, String?)])
    func environment(variables: [String: String], address: String, expected: String?) throws {
        #expect(try Self.settings(variables).proxy(for: Self.origin(address))?.address == expected)
    }

    @Test(
        "NO_PROXY lists names, addresses and networks",
        arguments: [
            ("*", "a.example", true), ("example.com", "example.com", true), ("example.com", "api.example.com", true),
            ("example.com", "badexample.com", false), (".example.com", "example.com", true),
            ("*.example.com", "api.example.com", true), (" a.test , b.test", "b.test", true),
            ("a.test b.test", "b.test", true), ("EXAMPLE.com", "example.COM", true),
            ("example.com:8080", "example.com:8080", true), ("example.com:8080", "example.com", false),
            ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.1.2.3", false), ("10.0.0.0/12", "10.15.0.1", true),
            ("10.0.0.0/12", "10.16.0.1", false), ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.70", false),
            ("[::2]:80", "[::2]", true), ("[::2]:81", "[::2]", false),
            ("0:0::2", "[::2]", true), ("example.com.", "example.com", true), ("example.com", "example.com.", true),
            ("example.com:x", "example.com", false), ("192.0.2.7:81", "192.0.2.7", false),
            ("fe80::/10", "[febf::1]", true), ("fe80::/10", "[fec0::1]", false), ("[::2]", "[::2]", true),
            ("::2", "[::2]", true), ("10.0.0.0/40", "10.0.0.1", false), ("", "a.example", false),
        ] as [(String, String, Bool)])
    func exceptions(list: String, host: String, isDirect: Bool) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let proxy = try Self.settings(["http_proxy": "p:1", name: list]).proxy(for: Self.origin("http://\(host)"))
            #expect((proxy == nil) == isDirect)
        }
    }

    @Test("a configuration's dictionary decides alone, for this machine as well")
    func dictionary() throws {
        let given: [AnyHashable: Any] = [
            "HTTPEnable": 1, "HTTPProxy": "p", "HTTPPort": 3128, "SOCKSEnable": true, "SOCKSProxy": "s",
            "ExceptionsList": ["*.example.org"], "HTTPUser": "me", "HTTPPassword": "s3cr3t",
        ]
        let settings = ProxySettings(given, environment: ["https_proxy": "q:1", "no_proxy": "*"])
        #expect(try settings.proxy(for: Self.origin("http://127.0.0.1"))?.address == "http://p:3128")
        #expect(try settings.proxy(for: Self.origin("https://a.example"))?.address == "socks5h://s:1080")
        #expect(try settings.proxy(for: Self.origin("http://a.example.org")) == nil)
        let proxy = try settings.proxy(for: Self.origin("http://a.example"))
        #expect(proxy?.login?.value == Proxy.Login(user: "me", password: "s3cr3t"))
        #expect(!"\(String(describing: proxy))".contains("s3cr3t"))
        let none = ProxySettings([:], environment: ["http_proxy": "q:1"])
        #expect(try none.proxy(for: Self.origin("http://a.example")) == nil)
    }

    @Test("an empty list leaves the other spelling in force, and a script can't be followed")
    func lists() throws {
        let settings = Self.settings(["http_proxy": "p:1", "no_proxy": "", "NO_PROXY": "a.example"])
        #expect(try settings.proxy(for: Self.origin("http://a.example")) == nil)
        let scripted = ProxySettings(["ProxyAutoConfigEnable": 1], environment: [:])
        #expect(throws: TransportFailure.self) { try scripted.proxy(for: Self.origin("http://a.example")) }
    }

    @Test("a login in the address is decoded")
    func login() throws {
        let proxy = try #require(Proxy("http://me:p%40ss@p:1"))
        #expect(proxy.login?.value == Proxy.Login(user: "me", password: "p@ss"))
        #expect(proxy.address == "http://p:1")
    }

    @Test(
        "a proxy whose address can't be read is an error that names the variable, where it would be used",
        arguments: ["ftp://p:1", "http://", "http://a b:1"])
    func unreadable(text: String) throws {
        let settings = Self.settings(["http_proxy": text])
        let error = #expect(throws: TransportFailure.self) { try settings.proxy(for: Self.origin("http://a.example")) }
        #expect(error?.code == .unsupportedSession)
        #expect(error?.description.contains("http_proxy") == true)
        #expect(try settings.proxy(for: Self.origin("http://localhost")) == nil)
    }

    @Test(
        "credentials in the clear stay on this machine, a proxy counted in",
        arguments: [
            ([:], "http://127.0.0.1", false), ([:], "http://a.example", true), ([:], "https://a.example", false),
            (["HTTPEnable": 1, "HTTPProxy": "p"], "http://127.0.0.1", true),
            (["HTTPEnable": 1, "HTTPProxy": "127.0.0.1"], "http://127.0.0.1", false),
            (["HTTPEnable": 1, "HTTPProxy": "localhost"], "http://a.example", true),
        ] as [([String: any Sendable], String, Bool)])
    func exposure(dictionary: [String: any Sendable], address: String, isExposed: Bool) throws {
        let settings = ProxySettings(dictionary, environment: [:])
        #expect(settings.exposes(try Self.origin(address)) == isExposed)
    }
}
