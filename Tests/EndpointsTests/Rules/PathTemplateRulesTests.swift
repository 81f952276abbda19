import Endpoints
import Testing

private protocol Templated: Endpoint where Server == RuleHost, Response == Void {
    init()
}

private struct Question: Templated { static let definition = Definition(path: "/x?y=1") }
private struct Fragment: Templated { static let definition = Definition(path: "/x#y") }
private struct LineBreak: Templated { static let definition = Definition(path: "/x\r\nHost: evil.example") }
private struct Parent: Templated { static let definition = Definition(path: "a/../../admin") }
private struct Trailing: Templated { static let definition = Definition(path: "a/..") }
private struct EncodedParent: Templated { static let definition = Definition(path: "a/%2e%2E/b") }
private struct Nul: Templated { static let definition = Definition(path: "a\0b") }
private struct TwoSlashes: Templated { static let definition = Definition(path: "//evil.example/x") }
private struct Absolute: Templated { static let definition = Definition(path: "https://evil.example/x") }
private struct UserInfo: Templated { static let definition = Definition(path: "@evil.example/x") }
private struct Port: Templated { static let definition = Definition(path: ":99/x") }
private struct BackSlash: Templated { static let definition = Definition(path: "\\evil.example/x") }

private struct Scheme: Templated { static let definition = Definition(path: "https://api.example.com/x?y=1") }
private struct UpperScheme: Templated { static let definition = Definition(path: "HTTP://") }
private struct OddScheme: Templated { static let definition = Definition(path: "a1+b-c.d://x/\({ _ in "y" })") }
private struct Name: Templated { static let definition = Definition(path: "urn:x") }
private struct OneSlash: Templated { static let definition = Definition(path: "http:/x") }
private struct Proxied: Templated { static let definition = Definition(path: "/https://example.com/x") }
private struct Digit: Templated { static let definition = Definition(path: "1a://x") }
private struct Inner: Templated { static let definition = Definition(path: "a/b://x") }
private struct NoScheme: Templated { static let definition = Definition(path: "://x") }

private struct Relative: Templated { static let definition = Definition(path: "items") }
private struct Rooted: Templated { static let definition = Definition(path: "/items") }
private struct Closed: Templated { static let definition = Definition(path: "/items/") }
private struct Asking: Templated {
    static let definition = Definition(path: "items", parameters: [.query(constant: "a", 2)])
}

@Suite("Path templates and base URLs", .timeLimit(.minutes(5)))
struct PathTemplateRulesTests {
    private func text(_ endpoint: some Templated, _ base: String) throws -> String {
        let base = try #require(URL(string: base))
        return try endpoint.urlRequest(in: base).ruleURL()
    }

    private static let broken: [any Templated.Type] = [
        Question.self, Fragment.self, Parent.self, Trailing.self, EncodedParent.self,
    ]

    @Test("U-04 a question mark, fragment or dot segment in a template is a programming error")
    func brokenTemplates() throws {
        let base = try #require(URL(string: "https://api.example.com/v2"))
        func refusal(_ type: (some Templated).Type) -> EndpointError? { ruleRefusal(type.init(), in: base) }
        for type in Self.broken {
            let refusal = refusal(type)
            guard case .invalidPathTemplate? = refusal else {
                Issue.record("\(type): \(refusal.map { "\($0)" } ?? "built")")
                continue
            }
        }
    }

    private static let schemes: [any Templated.Type] = [Absolute.self, Scheme.self, UpperScheme.self, OddScheme.self]

    @Test("a template that begins with a scheme is refused, and the refusal says where whole URLs go")
    func schemes() throws {
        let base = try #require(URL(string: "https://api.example.com/v2"))
        func refusal(_ type: (some Templated).Type) -> EndpointError? { ruleRefusal(type.init(), in: base) }
        for type in Self.schemes {
            let refusal = refusal(type)
            guard case .invalidPathTemplate(_, let reason)? = refusal else {
                Issue.record("\(type): \(refusal.map { "\($0)" } ?? "built")")
                continue
            }
            #expect(
                reason == "it begins with a scheme; give the whole URL as Definition(url:), or the path alone")
        }
    }

    @Test("a colon in a template is text")
    func colons() throws {
        let base = "https://api.example.com"
        #expect(try text(Name(), base) == base + "/urn:x")
        #expect(try text(OneSlash(), base) == base + "/http:/x")
        #expect(try text(Proxied(), base) == base + "/https://example.com/x")
        #expect(try text(Digit(), base) == base + "/1a://x")
        #expect(try text(Inner(), base) == base + "/a/b://x")
        #expect(try text(NoScheme(), base) == base + "/://x")
    }

    @Test("U-04 a control in a template is refused or encoded, never sent")
    func controls() throws {
        let base = "https://api.example.com"
        #expect((try? text(LineBreak(), base))?.contains("/x%0D%0AHost:") != false)
        #expect((try? text(Nul(), base)).map { $0 == base + "/a%00b" } != false)
    }

    private static let leaving: [any Templated.Type] = [
        TwoSlashes.self, Absolute.self, UserInfo.self, Port.self, BackSlash.self,
    ]

    @Test(
        "U-06 no template leaves the origin of its base URL",
        arguments: ["https://api.example.com", "https://api.example.com/", "https://api.example.com/v2"])
    func origin(base: String) throws {
        let base = try #require(URL(string: base))
        func host(_ type: (some Templated).Type) -> String? {
            guard let url = try? type.init().urlRequest(in: base).url else { return nil }
            return RuleDecoder.parts(url.absoluteString).origin
        }
        for type in Self.leaving {
            let origin = host(type)
            #expect(origin == nil || origin == "https://api.example.com", "\(type)")
        }
    }

    @Test(
        "U-06 base and path meet at one slash; the template's last slash stays",
        arguments: [
            ("https://api.example.com/v2", "/v2"), ("https://api.example.com/v2/", "/v2"),
            ("https://api.example.com", ""), ("https://api.example.com/", ""),
            ("https://api.example.com/a/b%2Fc/", "/a/b%2Fc"),
        ])
    func join(base: String, prefix: String) throws {
        #expect(try text(Relative(), base) == "https://api.example.com\(prefix)/items")
        #expect(try text(Rooted(), base) == "https://api.example.com\(prefix)/items")
        #expect(try text(Closed(), base) == "https://api.example.com\(prefix)/items/")
    }

    @Test(
        "U-06 the base URL's query is kept and comes first",
        arguments: [
            ("https://api.example.com/v2?k=1", "k=1"), ("https://api.example.com/v2/?k=1", "k=1"),
            ("https://api.example.com/v2?k=a%2Bb%20c&l", "k=a%2Bb%20c&l"),
        ])
    func baseQuery(base: String, query: String) throws {
        #expect(try text(Asking(), base) == "https://api.example.com/v2/items?\(query)&a=2")
        #expect(try text(Rooted(), base) == "https://api.example.com/v2/items?\(query)")
    }

    @Test(
        "a base URL's query that ends with an ampersand, or is nothing else, is joined by exactly one",
        arguments: [
            ("?key=1&", "?key=1&a=2", "?key=1"), ("?key=1&&", "?key=1&a=2", "?key=1"), ("?", "?a=2", ""),
            ("?&", "?a=2", ""), ("?&&#x", "?a=2", ""), ("?key=1", "?key=1&a=2", "?key=1"),
            ("?a&&b", "?a&&b&a=2", "?a&&b"), ("?key=1&#top&", "?key=1&a=2", "?key=1"),
        ])
    func trailingAmpersand(tail: String, joined: String, alone: String) throws {
        #expect(try text(Asking(), "https://api.example.com/v2" + tail) == "https://api.example.com/v2/items" + joined)
        #expect(try text(Rooted(), "https://api.example.com/v2" + tail) == "https://api.example.com/v2/items" + alone)
    }

    @Test("U-06 an empty query or a fragment of the base URL swallows nothing", arguments: ["?", "#top", "?#top"])
    func emptyQuery(tail: String) throws {
        guard let text = try? text(Asking(), "https://api.example.com/v2" + tail) else { return }
        #expect(text.hasPrefix("https://api.example.com/v2/items?"))
        #expect(!text.contains("?&") && !text.contains("#"))
        #expect(text.hasSuffix("a=2"))
    }

    @Test(
        "U-06 ports, IPv6 hosts and spelled origins survive",
        arguments: [
            "http://127.0.0.1:8080", "http://[::1]:8080", "https://api.example.com:8443", "http://localhost",
        ])
    func origins(base: String) throws {
        #expect(try text(Rooted(), base + "/v1") == base + "/v1/items")
    }

    @Test(
        "S2-6 a base URL that is no web address is refused and named",
        arguments: ["/v1", "v1", "file:///etc", "mailto:a@example.com", "ftp://example.com/x", "https:///x", "data:,x"])
    func badBase(base: String) throws {
        let url = try #require(URL(string: base))
        let refusal = try #require(ruleRefusal(Rooted(), in: url))
        guard case .invalidBaseURL(let culprit, _) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(culprit.contains(base))
    }
}
