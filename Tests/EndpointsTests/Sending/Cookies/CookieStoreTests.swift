import Testing

@testable import Endpoints

@Suite("Kept cookies")
struct CookieStoreTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Takes lines from one place, each a second after the one before, and says what is sent to another.
    private func sent(_ lines: [String], from: String, to: String) throws -> String? {
        let (from, to) = (try origin(from), try origin(to))
        var store = CookieStore()
        for (number, line) in lines.enumerated() {
            store.take(line, from: from, at: Self.now.addingTimeInterval(TimeInterval(number)))
        }
        return store.field(to: to, at: Self.now)
    }

    private func origin(_ url: String) throws -> CookieOrigin {
        let url = try #require(URL(string: url))
        return try #require(CookieOrigin(url))
    }

    @Test(
        "the path is the line's, or that of the request up to its last slash (RFC 6265bis §5.1.4)",
        arguments: [
            ("a=1; Path=/app/", "/", "/app/", true), ("a=1; Path=/app/", "/", "/app/x", true),
            ("a=1; Path=/app/", "/", "/app", false), ("a=1; Path=/app", "/", "/apple", false),
            ("a=1; Path=/app", "/", "/app?x=1", true), ("a=1; Path=/f%6Fo", "/", "/foo", false),
            ("a=1; Path=/a%2Fb", "/", "/a%2Fb/c", true), ("a=1; Path=/a/b", "/", "/a%2Fb", false),
            ("a=1", "/app/login", "/app/me", true), ("a=1", "/app/login", "/app", true),
            ("a=1", "/app/login", "/", false), ("a=1", "/app/", "/app/x/y", true), ("a=1", "/app", "/x", true),
            ("a=1", "", "", true), ("a=1; Path=app", "/x/y", "/x", true), ("a=1", "/a%2Fb/c", "/a%2Fb", true),
            ("a=1", "/a/b?c=/d/e", "/a", true),
        ])
    func path(line: String, from: String, to: String, isSent: Bool) throws {
        let field = try sent([line], from: "http://a.example" + from, to: "http://a.example" + to)
        #expect(field == (isSent ? "a=1" : nil))
    }

    @Test(
        "a domain that anybody may have one below is none, unless it is the host itself (RFC 6265bis §5.7)",
        arguments: [
            ("a=1; Domain=com", "www.example.com", "www.example.com", false),
            ("a=1; Domain=.com", "example.com", "example.com", false),
            ("a=1; Domain=localhost", "localhost", "localhost", true),
            ("a=1; Domain=localhost", "localhost", "a.localhost", false),
            ("a=1; Domain=example.com", "www.example.com", "api.example.com", true),
            ("a=1; Domain=127.0.0.1", "127.0.0.1", "127.0.0.1", true),
            ("a=1; Domain=0.0.1", "127.0.0.1", "127.0.0.1", false),
            ("a=1; Domain=EXAMPLE.com", "example.com", "EXAMPLE.COM", true),
            ("a=1; Domain=bücher.example", "bücher.example", "bücher.example", false),
            ("a=1; Domain=ample.com", "example.com", "example.com", false),
        ])
    func domain(line: String, from: String, to: String, isSent: Bool) throws {
        let field = try sent([line], from: "https://\(from)/", to: "https://\(to)/")
        #expect(field == (isSent ? "a=1" : nil))
    }

    @Test(
        "the list of public suffixes counts, where libpsl is",
        .enabled(if: PublicSuffixes.contains("co.uk")),
        arguments: [
            ("co.uk", "www.example.co.uk", false), ("github.io", "me.github.io", false),
            ("example.co.uk", "www.example.co.uk", true),
            ("github.io", "github.io", true), ("pvt.k12.ma.us", "a.pvt.k12.ma.us", false),
        ])
    func publicSuffix(domain: String, host: String, isSent: Bool) throws {
        let field = try sent(["a=1; Domain=\(domain)"], from: "https://\(host)/", to: "https://\(host)/")
        #expect(field == (isSent ? "a=1" : nil))
    }

    @Test(
        "names that promise something are kept only where it is true (RFC 6265bis §4.1.3, §5.7)",
        arguments: [
            ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__SECURE-a=1", false),
            ("__Secure-a=1; Secure; Domain=a.example", true), ("__Host-a=1; Secure; Path=/", true),
            ("__Host-a=1; Secure", false), ("__Host-a=1; Secure; Path=/x", false), ("__Host-a=1; Path=/", false),
            ("__hOsT-a=1; Secure; Path=/; Domain=a.example", false), ("=__Host-a=1; Secure; Path=/", false),
            ("__Secure-a; Secure", false), ("__Host=1", true),
        ])
    func prefix(line: String, isKept: Bool) throws {
        #expect((try sent([line], from: "https://a.example/", to: "https://a.example/x") != nil) == isKept)
    }

    @Test("a secure cookie comes over TLS and goes over TLS only (RFC 6265bis §5.7, §5.8.3)")
    func secure() throws {
        let (open, closed) = ("http://a.example/", "https://a.example/")
        #expect(try sent(["a=1; Secure"], from: closed, to: closed) == "a=1")
        #expect(try sent(["a=1; Secure"], from: closed, to: open) == nil)
        #expect(try sent(["a=1; Secure"], from: open, to: closed) == nil)
    }

    @Test(
        "what comes in the clear doesn't touch a secure cookie (RFC 6265bis §5.7)",
        arguments: [
            ("a=2", "a=1"), ("a=2; Max-Age=0", "a=1"), ("a=2; Path=/login/en", "a=1"),
            ("a=2; Domain=example.com", "a=1"),
            ("a=2; Path=/", "a=1; a=2"), ("b=2", "a=1; b=2"),
        ])
    func shielded(line: String, expected: String) throws {
        let (open, closed) = (
            try origin("http://www.example.com/login/x"), try origin("https://www.example.com/login/en")
        )
        var store = CookieStore()
        store.take("a=1; Secure", from: closed, at: Self.now)
        store.take(line, from: open, at: Self.now)
        #expect(store.field(to: closed, at: Self.now) == expected)
    }

    @Test(
        "cookies go in the order of their creation, which a new value doesn't change, also when the clock is set back")
    func order() throws {
        let origin = try origin("http://a.example/")
        var store = CookieStore()
        for (line, seconds) in [("z=1", 0), ("m=1", 0), ("a=1", -3600), ("z=2", 5), ("k=1; Path=/x", 6)] {
            store.take(line, from: origin, at: Self.now.addingTimeInterval(TimeInterval(seconds)))
        }
        #expect(store.field(to: try self.origin("http://a.example/x"), at: Self.now) == "k=1; z=2; m=1; a=1")
        store.take("z=; Max-Age=0", from: origin, at: Self.now)
        store.take("z=3", from: origin, at: Self.now)
        #expect(store.field(to: origin, at: Self.now) == "m=1; a=1; z=3")
    }

    @Test("a cookie survives the platform's form of it, and what the platform's file loses")
    func platform() throws {
        let origin = try origin("https://www.example.com/a/b")
        let lines = ["a=\"1, 2\"; Secure; HttpOnly; Max-Age=60", "b=2; Domain=example.com; Path=/%20"]
        for line in lines {
            let cookie = try #require(SetCookie(line, at: Self.now)?.stored(from: origin, creation: 123.456_789))
            let platform = try #require(cookie.platformCookie)
            #expect(platform.isSecure == cookie.isSecure)
            #expect(platform.isHTTPOnly == cookie.isHTTPOnly)
            #expect(platform.isSessionOnly == (cookie.expiry == nil))
            #expect(StoredCookie(platform).isSame(as: cookie))
            #expect(StoredCookie(platform).creation == 123.456_789)
            // What FoundationNetworking reads from its file again.
            let read: [HTTPCookiePropertyKey: Any] = [
                .name: platform.name, .value: platform.value, .domain: platform.domain, .path: platform.path,
                .comment: platform.comment as Any,
            ]
            let again = StoredCookie(try #require(HTTPCookie(properties: read)))
            #expect(again.isSecure == cookie.isSecure)
            #expect(again.creation == 123.456_789)
        }
    }
}
