import Endpoints
import Testing

private struct Search: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "s", parameters: [.query("q", \.text)])
    var text: String?
}

private struct Listing<Value: ParameterRepresentable & Sendable>: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static var definition: Definition {
        Definition(
            path: "s",
            parameters: [
                .query("k", \.value), .query("b", \.value, style: .brackets), .query("c", \.value, style: .comma),
                .query("p", \.value, style: .space), .query("n", \.value, style: .numeric),
            ])
    }
    var value: Value
}

private struct Named: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "s", parameters: [.query(constant: "a b&c=d[é]", "x")])
}

private struct Ordered: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(
        path: "s",
        parameters: [
            .query(constant: "z", 1), .query("a", \.missing), .query("m", { _ in "v" }), .query(constant: "z", 2),
            .query(constant: "semi", "a;b", style: .init(arrays: .joined(separator: ";"))),
            .query(constant: "list", ["a", "b"], style: .init(arrays: .joined(separator: ";"))),
        ])
    var missing: Int?
}

@Suite("Query values", .timeLimit(.minutes(5)))
struct QueryRulesTests {
    private func query(_ endpoint: some Endpoint) throws -> String? {
        RuleDecoder.parts(try endpoint.urlRequest().ruleURL()).query
    }

    @Test(
        "U-01 U-02 U-03 a query value is encoded exactly once",
        arguments: [
            ("a+b c", "a%2Bb%20c"), ("a+b c&d=e;f#g%h/é", "a%2Bb%20c%26d%3De%3Bf%23g%25h%2F%C3%A9"),
            ("50%26", "50%2526"), ("r+/=", "r%2B%2F%3D"), ("", ""), ("\r\n\0", "%0D%0A%00"),
            ("a@example.com", "a%40example.com"), ("e\u{301}", "e%CC%81"), ("-._~", "-._~"), ("a;b", "a%3Bb"),
            ("\u{10FFFF}", "%F4%8F%BF%BF"), ("\u{FEFF}x", "%EF%BB%BFx"),
        ])
    func encodedOnce(value: String, encoded: String) throws {
        let query = try #require(try query(Search(text: value)))
        let lenient = query.replacingOccurrences(of: "@", with: "%40").replacingOccurrences(of: "/", with: "%2F")
        #expect(lenient.replacingOccurrences(of: "?", with: "%3F") == "q=" + encoded)
    }

    @Test("S2-5 no query without parameters")
    func noQuery() throws {
        let text = try Search(text: nil).urlRequest().ruleURL()
        #expect(text == "https://api.example.com/v2/s")
    }

    @Test("U-02 a parameter's name is text too")
    func names() throws {
        #expect(try query(Named()) == "a%20b%26c%3Dd%5B%C3%A9%5D=x")
    }

    @Test("U-07 declaration order is kept, nil leaves out, a name may come twice")
    func order() throws {
        #expect(try query(Ordered()) == "z=1&m=v&z=2&semi=a%3Bb&list=a%3Bb")
    }

    @Test("U-07 U-08 every style of a list")
    func lists() throws {
        #expect(
            try query(Listing(value: [1, 2]))
                == "k=1&k=2&b%5B%5D=1&b%5B%5D=2&c=1,2&p=1%202&n=1&n=2")
        #expect(
            try query(Listing(value: ["read", "write"]))
                == "k=read&k=write&b%5B%5D=read&b%5B%5D=write&c=read,write&p=read%20write&n=read&n=write")
    }

    @Test("U-07 an empty list, nil and a list of nil leave nothing")
    func nothing() throws {
        #expect(try query(Listing(value: [Int]())) == nil)
        #expect(try query(Listing(value: Int?.none)) == nil)
        #expect(try query(Listing(value: [Int]?.none)) == nil)
        #expect(try query(Listing(value: [Int?.none, nil])) == nil)
    }

    @Test("U-07 a list skips its nils")
    func someNils() throws {
        #expect(try query(Listing(value: [1, nil, 3])) == "k=1&k=3&b%5B%5D=1&b%5B%5D=3&c=1,3&p=1%203&n=1&n=3")
    }

    @Test("U-07 booleans are words, or digits where the style says so")
    func booleans() throws {
        #expect(try query(Listing(value: true)) == "k=true&b=true&c=true&p=true&n=1")
        #expect(try query(Listing(value: Bool?.some(false))) == "k=false&b=false&c=false&p=false&n=0")
        #expect(try query(Listing(value: [true, false]))?.hasSuffix("n=1&n=0") == true)
    }

    @Test("U-07 an empty text in a list is a value")
    func emptyText() throws {
        #expect(try query(Listing(value: [""])) == "k=&b%5B%5D=&c=&p=&n=")
        #expect(try query(Listing(value: "")) == "k=&b=&c=&p=&n=")
    }
}
