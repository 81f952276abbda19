import Testing

@testable import Endpoints

@Suite("Set-Cookie lines")
struct SetCookieTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        "of two ends Max-Age counts, and of two of one kind the last that is one (RFC 6265bis §5.6.1, §5.6.2)",
        arguments: [
            ("a=1", nil), ("a=1; Max-Age=60", 60), ("a=1; Max-Age=60; Expires=Wed, 15 Nov 2023 22:13:20 GMT", 60),
            ("a=1; Expires=Wed, 15 Nov 2023 22:13:20 GMT", 86_400),
            ("a=1; Expires=Wed, 15 Nov 2023 22:13:20 GMT; Expires=soon", 86_400),
            ("a=1; Max-Age=60; Max-Age=soon; Max-Age=", 60), ("a=1; Max-Age=60; Max-Age=5", 5),
            ("a=1; Max-Age=+60", nil), ("a=1; Max-Age=6.5", nil), ("a=1; Max-Age=-", nil), ("a=1; Max-Age=1e3", nil),
        ] as [(String, TimeInterval?)])
    func end(line: String, seconds: TimeInterval?) throws {
        let cookie = try #require(SetCookie(line, at: Self.now))
        #expect(cookie.expiry == seconds.map(Self.now.addingTimeInterval))
    }

    @Test("a Max-Age without end is one, and one of no time has passed", arguments: [("9", true), ("-9", false)])
    func farEnd(digit: String, isFuture: Bool) throws {
        let line = "a=1; Max-Age=\(digit)\(String(repeating: "9", count: 500))"
        let expiry = try #require(SetCookie(line, at: Self.now)?.expiry)
        #expect((expiry > Self.now) == isFuture)
    }

    @Test(
        "4,096 bytes of name and value are kept, and no more (RFC 6265bis §5.6 step 5)",
        arguments: [(4_096, true), (4_097, false)])
    func size(bytes: Int, isKept: Bool) {
        #expect(
            (SetCookie(
                "ab=" + String(repeating: "é", count: (bytes - 2) / 2) + (bytes % 2 == 0 ? "" : "x"), at: Self.now)
                != nil) == isKept)
    }

    @Test("an attribute of more than 1,024 bytes is passed over (RFC 6265bis §5.6)")
    func longAttribute() throws {
        let long = String(repeating: "x", count: 1_024)
        let cookie = try #require(SetCookie("a=1; Path=/app; Path=/\(long); Secure=\(long)y; HttpOnly", at: Self.now))
        #expect(cookie.path == "/app")
        #expect(!cookie.isSecure)
        #expect(cookie.isHTTPOnly)
    }

    @Test(
        "a control character other than a tab makes a line no cookie (RFC 6265bis §5.6 step 1)",
        arguments: [
            (0x01, false), (0x08, false), (0x09, true), (0x0A, false), (0x1F, false), (0x20, true), (0x7F, false),
        ])
    func control(code: UInt8, isKept: Bool) {
        let character = Unicode.Scalar(code)
        for line in ["a=1\(character)2", "a\(character)b=1", "a=1; Comment=x\(character)y"] {
            #expect((SetCookie(line, at: Self.now) != nil) == isKept)
        }
    }

    @Test(
        "joined lines are split where a cookie can begin",
        arguments: [
            ["user[name]=x", "user[id]=7"],
            ["sid=abc; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "a[b]=c"],
            ["a=1; Expires=Thursday, 01-Jan-70 00:00:00 GMT; Path=/", "b=2; Secure", "c:d/e=3"],
            ["a=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT", "b = 2"],
            ["a=x, y; Path=/", "b=2"], ["a={\"x\":1,\"y\":[1,2]}", "b=2"], ["a=\"x, y\"", "b=2"], ["a=1"], [""],
            ["a=, ,", "b=2"], ["é=1", "ü=2"],
        ])
    func split(lines: [String]) {
        for separator in [", ", ","] {
            let found = SetCookie.lines(joined: lines.joined(separator: separator))
            #expect(found.map { $0.trimmingCharacters(in: .whitespaces) } == lines)
        }
    }
}
