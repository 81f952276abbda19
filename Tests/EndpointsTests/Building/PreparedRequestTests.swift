import Endpoints
import Testing

/// A server that changes its requests as a test says; the environment is the base URL.
private struct Shop: ServerDefinition {
    typealias Environments = URL
    static var defaultEnvironment: URL { URL(filePath: "/not-given") }
    @TaskLocal static var change: @Sendable (inout URLRequest) -> Void = { _ in }
    func process(_ request: inout URLRequest) { Self.change(&request) }
}

private protocol Goods: Endpoint where Server == Shop, Response == Void {
    init()
}

private struct Items: Goods {
    static let definition = Definition(
        path: "items", headers: ["X-Fixed": "1", "X-Own": .field(\.own), .contentType: "text/x-none"])
    var own: String? = "2"
}

private struct Posted: Endpoint {
    typealias Server = Shop
    typealias Response = Void
    static let definition = Definition(method: .post, path: "items", headers: ["content-type": "text/x-own"])
    var body: Data?
}

private struct Optionals: Endpoint {
    typealias Server = Shop
    typealias Response = Void
    static let definition = Definition(method: .post, path: "items")
    var body: [Int]??
}

private struct Percent: Goods { static let definition = Definition(path: "100%/x%4") }
private struct Escapes: Goods { static let definition = Definition(path: "a%2Fb%c3%a9") }
private struct NotASCII: Goods { static let definition = Definition(path: "///é/天 x") }
private struct DotsAtHoles: Goods {
    static let definition = Definition(path: ".\(\.name)/..\(\.name)/\(\.name)./\(\.name)\(\.name)")
    var name = "x"
}
private struct OnlyHoles: Goods {
    static let definition = Definition(path: "\(\.name)\({ _ in "a/b" })")
    var name = "x"
}
private struct Deletion: Goods { static let definition = Definition(path: "a\u{7F}b") }
private struct NextLine: Goods { static let definition = Definition(path: "a\u{85}b") }
private struct DotAfterHole: Goods {
    static let definition = Definition(path: "\(\.name)/%2e")
    var name = "x"
}

@Suite("What a definition prepares for its requests", .timeLimit(.minutes(5)))
struct PreparedRequestTests {
    private let base = URL(string: "https://api.example.com")

    private func address(_ endpoint: some Goods, _ base: String = "https://api.example.com") throws -> String {
        try endpoint.urlRequest(in: try #require(URL(string: base))).ruleURL()
    }

    private func refusal(
        of endpoint: some Goods = Items(), _ change: @escaping @Sendable (inout URLRequest) -> Void
    ) throws -> EndpointError? {
        let base = try #require(base)
        return Shop.$change.withValue(change) { ruleRefusal(endpoint, in: base) }
    }

    @Test("an origin that is not a plain one is kept, and its scheme is written in lower case")
    func origins() throws {
        #expect(try address(Items(), "HTTPS://API.example.com/v1") == "https://API.example.com/v1/items")
        #expect(try address(Items(), "Http://[2001:db8::1]:8080") == "http://[2001:db8::1]:8080/items")
        #expect(try address(Items(), "https://a_b.example:8443?k=1") == "https://a_b.example:8443/items?k=1")
        #expect(try address(Items(), "https://a~b.example#top") == "https://a~b.example/items")
        let relative = try #require(URL(string: "v2?k", relativeTo: URL(string: "https://api.example.com/v1")))
        #expect(try Items().urlRequest(in: relative).ruleURL() == "https://api.example.com/v2/items?k")
    }

    @Test(
        "user names, passwords and missing hosts are found behind whatever looks like a host and a port",
        arguments: [
            "https://user@api.example.com", "https://user:1@api.example.com", "https://user:@api.example.com/v1",
            "https://:1", "https://", "http:///x", "httpx://api.example.com", "http:api.example.com",
        ])
    func noOrigin(text: String) throws {
        guard let base = URL(string: text) else { return }
        guard case .invalidBaseURL? = ruleRefusal(Items(), in: base) else {
            Issue.record("\(text) gave \(String(describing: ruleRefusal(Items(), in: base)))")
            return
        }
    }

    @Test("literal text is escaped where it needs to be, and not where the author did it")
    func literals() throws {
        #expect(try address(Percent()) == "https://api.example.com/100%25/x%254")
        #expect(try address(Escapes()) == "https://api.example.com/a%2Fb%c3%a9")
        #expect(try address(NotASCII()) == "https://api.example.com/%C3%A9/%E5%A4%A9%20x")
        #expect(try address(OnlyHoles()) == "https://api.example.com/xa%2Fb")
    }

    @Test("dots beside a value are text; a segment of dots alone is refused wherever it stands")
    func dots() throws {
        #expect(try address(DotsAtHoles()) == "https://api.example.com/.x/..x/x./xx")
        #expect(try address(DotsAtHoles(name: "...")) == "https://api.example.com/..../...../..../......")
        guard case .invalidPathTemplate("{1}/%2e", _)? = try refusal(of: DotAfterHole(), { _ in }) else {
            Issue.record("\(String(describing: try refusal(of: DotAfterHole(), { _ in })))")
            return
        }
        guard case .invalidPathValue("{1}/%2e", hole: 1, _)? = try refusal(of: DotAfterHole(name: ""), { _ in }) else {
            Issue.record("the value comes first")
            return
        }
    }

    @Test("control characters beyond the line breaks are refused too, and shown by their names")
    func controls() throws {
        func refused(_ endpoint: some Goods, as outline: String) throws {
            guard case .invalidPathTemplate(outline, _)? = try refusal(of: endpoint, { _ in }) else {
                Issue.record("\(String(describing: try refusal(of: endpoint, { _ in })))")
                return
            }
        }
        try refused(Deletion(), as: "a\\u{7F}b")
        try refused(NextLine(), as: "a\\u{0085}b")
    }

    @Test("fixed fields and fields of the endpoint stand together; nil takes out its own only")
    func fields() throws {
        let base = try #require(base)
        let all = ["X-Fixed": "1", "X-Own": "2", "Content-Type": "text/x-none"]
        #expect(try Items().urlRequest(in: base).allHTTPHeaderFields == all)
        let some = ["X-Fixed": "1", "Content-Type": "text/x-none"]
        #expect(try Items(own: nil).urlRequest(in: base).allHTTPHeaderFields == some)
        #expect(try Items().urlRequest(in: base).allHTTPHeaderFields == all)
    }

    @Test("an optional body is none, or bytes, or encoded, by its value")
    func optionalBodies() throws {
        let base = try #require(base)
        let bytes = try Posted(body: Data([1, 2])).urlRequest(in: base)
        #expect(bytes.httpBody == Data([1, 2]))
        #expect(bytes.allHTTPHeaderFields == ["content-type": "text/x-own"])
        #expect(try Posted(body: nil).urlRequest(in: base).httpBody == nil)
        #expect(try Optionals(body: [1]).urlRequest(in: base).httpBody == Data("[1]".utf8))
        #expect(try Optionals(body: nil).urlRequest(in: base).httpBody == nil)
    }

    @Test("a URL that process sets stays at its origin")
    func processedURL() throws {
        #expect(try refusal { $0.url = URL(string: "https://API.example.com:443/other?k=1") } == nil)
        for address in ["https://evil.example/items", "http://api.example.com/items", "https://api.example.com:8443/"] {
            let refusal = try refusal { $0.url = URL(string: address) }
            guard case .foreignURL? = refusal else {
                Issue.record("\(address) gave \(String(describing: refusal))")
                continue
            }
        }
    }

    @Test("a field or method that process makes invalid is refused; one that it mends is not")
    func processedFields() throws {
        guard case .invalidMethod? = try refusal({ $0.httpMethod = "GE T" }) else {
            Issue.record("a method with a space was built")
            return
        }
        guard case .bodyNotAllowed? = try refusal({ $0.httpBody = Data([1]) }) else {
            Issue.record("GET with a body was built")
            return
        }
        guard case .invalidHeader("X Y", _)? = try refusal({ $0.allHTTPHeaderFields = ["X Y": "1"] }) else {
            Issue.record("a name with a space was built")
            return
        }
        for name in ["content-LENGTH", "Transfer-encoding"] {
            guard case .invalidHeader? = try refusal({ $0.allHTTPHeaderFields = [name: "1"] }) else {
                Issue.record("\(name) was built")
                continue
            }
        }
        guard case .invalidHeader("X-Own", _)? = try refusal(of: Items(own: "a\nb"), { _ in }) else {
            Issue.record("a line break was built")
            return
        }
        #expect(try refusal(of: Items(own: "a\nb")) { $0.allHTTPHeaderFields = ["X-Own": "ab"] } == nil)
    }
}
