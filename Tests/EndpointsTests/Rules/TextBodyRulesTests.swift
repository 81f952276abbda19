import Endpoints
import Testing

private struct Text: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .put, path: "t", headers: [.contentType: .field(\.type)])
    var body: String
    var type: String?
}

private struct PerhapsText: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .put, path: "t", headers: [.contentType: "text/csv"])
    var body: String?
}

private struct Shouting: BodyEncoder {
    func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
        EncodedBody(data: Data("\(value)!".utf8), contentType: "text/plain")
    }
}

private struct Shouted: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .put, path: "t", headers: [.contentType: "text/plain"])
    static let bodyEncoder = Shouting()
    var body = "ho"
}

private struct Unnamed: BodyEncoder {
    func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
        EncodedBody(data: Data(), contentType: "json")
    }
}

private struct UnnamedBody: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .put, path: "t")
    static let bodyEncoder = Unnamed()
    var body = 1
}

private struct Fixed: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "t", headers: ["content-type": "json"])
}

@Suite("Text bodies and content types")
struct TextBodyRulesTests {
    private func bytes<T: Endpoint>(_ endpoint: T) throws -> [UInt8]? {
        try endpoint.urlRequest().httpBody.map(Array.init)
    }

    @Test(
        "a text whose declared type is no JSON is sent as that text",
        arguments: [
            ("text/plain", Array("é,\"".utf8)), ("text/csv; charset=utf-8", Array("é,\"".utf8)),
            ("text/plain; charset=iso-8859-1", [0xE9, 0x2C, 0x22]), ("application/xml", Array("é,\"".utf8)),
            ("application/graphql", Array("é,\"".utf8)),
        ])
    func text(type: String, bytes expected: [UInt8]) throws {
        let request = try Text(body: "é,\"", type: type).urlRequest()
        #expect(request.httpBody.map(Array.init) == expected)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == type)
    }

    @Test(
        "a text whose declared type is JSON, or that has none, is a JSON string",
        arguments: ["application/json", "application/json; charset=utf-8", "application/vnd.api+json", nil])
    func json(type: String?) throws {
        #expect(try bytes(Text(body: "a", type: type)) == Array(#""a""#.utf8))
    }

    @Test("an optional text is that text or no body, an empty one a body of no bytes")
    func optional() throws {
        #expect(try bytes(PerhapsText(body: "a,b")) == Array("a,b".utf8))
        #expect(try bytes(PerhapsText(body: nil)) == nil)
        #expect(try bytes(PerhapsText(body: "")) == [])
    }

    @Test("an encoder of the endpoint's own gets the text, whatever is declared")
    func ownEncoder() throws {
        #expect(try bytes(Shouted()) == Array("ho!".utf8))
    }

    @Test(
        "a text that has no bytes in the declared character set is refused, and the set named",
        arguments: [("us-ascii", "has no bytes for"), ("x-no", "is not known")])
    func unencodable(charset: String, reason: String) throws {
        let refusal = ruleRefusal(Text(body: "é", type: "text/plain; charset=\(charset)"))
        guard case .bodyNotEncodable(let endpoint, _)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(endpoint == "Text")
        #expect(refusal?.description.contains("“\(charset)” \(reason)") == true)
    }

    @Test(
        "a Content-Type that is none is refused where it is declared",
        arguments: ["json", "", "text/", "/plain", "text/plain/x", "te xt/plain", "utf-8; text/plain"])
    func noType(type: String) throws {
        let refusal = ruleRefusal(Text(body: "a", type: type))
        guard case .invalidHeader("Content-Type", let reason)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(reason.contains("not a media type"))
    }

    @Test("so is one without a body, and one that an encoder says")
    func noTypeElsewhere() throws {
        guard case .invalidHeader("content-type", _)? = ruleRefusal(Fixed()) else {
            Issue.record("a fixed type")
            return
        }
        guard case .invalidHeader("Content-Type", let reason)? = ruleRefusal(UnnamedBody()) else {
            Issue.record("an encoder's type")
            return
        }
        #expect(reason.contains("encoder"))
    }
}
