import Endpoints
import Testing

private enum Shelf: String, PathRepresentable {
    case upper = "up/per"
    case parent = ".."
}

private struct Item: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "users/\(\.id)")
    var id: String
}

private struct TwoHoles: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "a/\(\.first)/b/\(\.second)")
    var first = "x"
    var second = "y"
}

private struct Glued: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "files/\(\.first)\(\.second)")
    var first: String
    var second: String
}

private struct Dotted: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "files/.\(\.name)/x")
    var name: String
}

private struct Shelved: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "shelves/\(\.shelf)")
    var shelf: Shelf
}

private struct Constant: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let version = "v1/x"
    static let definition = Definition(path: "\({ _ in version })/users/\(\.nested.id)/\({ $0.nested.id + 1 })")
    struct Nested: Sendable { var id = 7 }
    var nested = Nested()
}

@Suite("Path values", .timeLimit(.minutes(5)))
struct PathRulesTests {
    private func path(_ endpoint: some Endpoint) throws -> String {
        let parts = RuleDecoder.parts(try endpoint.urlRequest().ruleURL())
        #expect(parts.origin == "https://api.example.com")
        return parts.path
    }

    @Test(
        "U-04 a path value stays inside its segment",
        arguments: [
            ("a/b?c#d", "a%2Fb%3Fc%23d"), ("/", "%2F"), ("?", "%3F"), ("#", "%23"), ("%", "%25"), ("%2F", "%252F"),
            ("//evil.example", "%2F%2Fevil.example"), ("../x", "..%2Fx"), ("a b", "a%20b"), ("é", "%C3%A9"),
            ("e\u{301}", "e%CC%81"), ("\r\n", "%0D%0A"), ("\0", "%00"), ("%2e%2e", "%252e%252e"), ("\\", "%5C"),
            ("天狗", "%E5%A4%A9%E7%8B%97"), ("[]", "%5B%5D"), ("\"<>^`{|}", "%22%3C%3E%5E%60%7B%7C%7D"),
        ])
    func staysInside(value: String, encoded: String) throws {
        #expect(try path(Item(id: value)) == "/v2/users/" + encoded)
    }

    @Test("U-05 dots inside a path value are text", arguments: ["a..b", "..x", "x..", "...", ".hidden", "a.b"])
    func innerDots(value: String) throws {
        #expect(try path(Item(id: value)) == "/v2/users/" + value)
    }

    @Test(
        "U-05 a path value that is a whole segment is refused when it is a dot, two dots or nothing",
        arguments: [".", "..", ""])
    func dots(value: String) throws {
        for refusal in [
            ruleRefusal(Item(id: value)), ruleRefusal(TwoHoles(first: value)), ruleRefusal(TwoHoles(second: value)),
        ] {
            guard case .invalidPathValue? = refusal else {
                Issue.record("\(value.debugDescription) gave \(String(describing: refusal))")
                continue
            }
        }
    }

    @Test("U-05 the refusal tells the first hole from the second")
    func namesTheHole() throws {
        let first = try #require(ruleRefusal(TwoHoles(first: "..")))
        let second = try #require(ruleRefusal(TwoHoles(second: "..")))
        #expect(first.errorDescription != second.errorDescription)
        guard case .invalidPathValue(_, let hole, _) = first, case .invalidPathValue(_, let other, _) = second else {
            Issue.record("\(first), \(second)")
            return
        }
        #expect(other - hole == 1)
    }

    @Test("U-05 two values never make a dot segment together")
    func gluedDots() {
        #expect(ruleRefusal(Glued(first: ".", second: ".")) != nil)
        #expect(ruleRefusal(Dotted(name: ".")) != nil)
    }

    @Test("U-05 an enum's raw value obeys the rule of text")
    func enumValue() throws {
        #expect(try path(Shelved(shelf: .upper)) == "/v2/shelves/up%2Fper")
        #expect(ruleRefusal(Shelved(shelf: .parent)) != nil)
    }

    @Test("S4-1 constants, nested key paths and closures fill holes")
    func holes() throws {
        #expect(try path(Constant()) == "/v2/v1%2Fx/users/7/8")
    }
}
