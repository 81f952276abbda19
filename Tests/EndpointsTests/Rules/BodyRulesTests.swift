import Endpoints
import Testing

private protocol Posting: Endpoint where Server == RuleServer, Response == Void {}

private struct User: Codable, Equatable, Sendable {
    var name = "Jö"
    var born = Date(timeIntervalSince1970: 1_767_323_045)
}

private struct Create: Posting {
    static let definition = Definition(method: .post, path: "b")
    var body = User()
}

private struct Maybe: Posting {
    static let definition = Definition(method: .post, path: "b")
    var body: User?
}

private struct Raw: Posting {
    static let definition = Definition(method: .put, path: "b")
    var body: Data
}

private struct MaybeRaw: Posting {
    static let definition = Definition(method: .put, path: "b", headers: [.contentType: "image/png"])
    var body: Data?
}

private struct Vendor: Posting {
    static let definition = Definition(
        method: .post, path: "b", headers: ["content-type": "application/vnd.api+json"])
    var body = ["a": 1]
}

private struct NilType: Posting {
    static let definition = Definition(method: .post, path: "b", headers: [.contentType: .field(\.type)])
    var type: String?
    var body = ["a": 1]
}

private struct Fields: Posting {
    static let definition = Definition(
        method: .post, path: "b",
        parameters: [
            .form("q", \.text), .form("n", \.none), .query(constant: "x", 1), .form(constant: "t", ["a", "b"]),
        ])
    var text = "a+b c"
    var none: Int?
}

private struct BareGet: Posting {
    static let definition = Definition(path: "b")
}

private struct GetWithBody: Posting {
    @TaskLocal static var method: HTTPMethod = .get
    static var definition: Definition { Definition(method: method, path: "b") }
    var body: [String: Int]?
}

private struct GetWithForm: Posting {
    static let definition = Definition(path: "b", parameters: [.form(constant: "q", "x")])
}

private struct Both: Posting {
    static let definition = Definition(method: .post, path: "b", parameters: [.form(constant: "q", "x")])
    var body = ["a": 1]
}

private struct NotANumber: Posting {
    static let definition = Definition(method: .post, path: "b")
    var body = ["ratio": Double.nan]
}

private struct Nested: Posting {
    struct Address: Encodable, Sendable { var city = "São Paulo", lines = ["a&b", "c"] }
    struct Body: Encodable, Sendable { var name = "Ann", address = Address(), nothing: String? }
    static let definition = Definition(method: .post, path: "b")
    static var bodyEncoder: any BodyEncoder { URLEncodedFormEncoder() }
    var body = Body()
}

@Suite("Bodies", .timeLimit(.minutes(5)))
struct BodyRulesTests {
    private func type(_ request: URLRequest) -> String? { request.value(forHTTPHeaderField: "Content-Type") }

    @Test("H-02 JSON is the default, with the server's dates")
    func json() throws {
        let request = try Create().urlRequest()
        #expect(type(request) == "application/json")
        let object = try JSONDecoder().decode([String: String].self, from: try #require(request.httpBody))
        #expect(object["name"] == "Jö")
        #expect(object["born"]?.hasPrefix("2026-01-02T03:04:05") == true)
        let back = try RuleServer.decoder.decode(User.self, from: try #require(request.httpBody))
        #expect(back == User())
    }

    @Test("H-02 no body, no type: for NoBody and for nil")
    func none() throws {
        for request in [try BareGet().urlRequest(), try Maybe(body: nil).urlRequest()] {
            #expect(request.httpBody == nil && request.httpBodyStream == nil)
            #expect(type(request) == nil)
        }
        #expect(try Maybe(body: User()).urlRequest().httpBody?.isEmpty == false)
        #expect(try MaybeRaw(body: nil).urlRequest().httpBody == nil)
    }

    @Test("H-02 data is sent as it is, also in an optional and when it is empty")
    func data() throws {
        let bytes = Data([0, 255, 34, 10])
        #expect(try Raw(body: bytes).urlRequest().httpBody == bytes)
        let optional = try MaybeRaw(body: bytes).urlRequest()
        #expect(optional.httpBody == bytes)
        #expect(type(optional) == "image/png")
        #expect(try Raw(body: Data()).urlRequest().httpBody ?? Data() == Data())
        #expect(type(try Raw(body: bytes).urlRequest()) != "application/json")
    }

    @Test("H-02 a declared type wins, in any case, and stays one header; a nil one leaves the default")
    func declaredType() throws {
        let headers = try #require(try Vendor().urlRequest().allHTTPHeaderFields)
        let types = headers.filter { $0.key.lowercased() == "content-type" }
        #expect(Array(types.values) == ["application/vnd.api+json"])
        #expect(type(try NilType(type: nil).urlRequest()) == "application/json")
        #expect(type(try NilType(type: "text/json").urlRequest()) == "text/json")
    }

    @Test("U-01 U-07 form parameters are the body, query parameters stay in the URL")
    func form() throws {
        let request = try Fields().urlRequest()
        #expect(try request.ruleBody() == "q=a%2Bb+c&t=a&t=b")
        #expect(try request.ruleURL() == "https://api.example.com/v2/b?x=1")
        #expect(type(request)?.hasPrefix("application/x-www-form-urlencoded") == true)
    }

    @Test("U-02 an encoded form nests its keys")
    func nested() throws {
        let request = try Nested().urlRequest()
        #expect(type(request)?.hasPrefix("application/x-www-form-urlencoded") == true)
        let pairs = RuleDecoder.pairs(try request.ruleBody(), plusIsSpace: true)
        #expect(pairs.map(\.name) == ["name", "address[city]", "address[lines]", "address[lines]"])
        #expect(pairs.map(\.value) == ["Ann", "São Paulo", "a&b", "c"])
        #expect(try !request.ruleBody().contains("["))
    }

    @Test("H-01 GET and HEAD with a body are refused by name; without one they are built")
    func bodiesNotAllowed() throws {
        for method in [HTTPMethod.get, .head] {
            let refusal = GetWithBody.$method.withValue(method) { ruleRefusal(GetWithBody(body: ["a": 1])) }
            guard case .bodyNotAllowed(method.rawValue)? = refusal else {
                Issue.record("\(String(describing: refusal))")
                continue
            }
            #expect(GetWithBody.$method.withValue(method) { ruleRefusal(GetWithBody(body: nil)) } == nil)
        }
        guard case .bodyNotAllowed("GET")? = ruleRefusal(GetWithForm()) else {
            Issue.record("\(String(describing: ruleRefusal(GetWithForm())))")
            return
        }
    }

    @Test("H-01 body and form together, and a body that cannot be encoded, name the endpoint")
    func culprits() {
        guard case .bodyAndForm(let both)? = ruleRefusal(Both()),
            case .bodyNotEncodable(let broken, let cause)? = ruleRefusal(NotANumber())
        else {
            Issue.record("\(String(describing: ruleRefusal(Both()))) \(String(describing: ruleRefusal(NotANumber())))")
            return
        }
        #expect(both.contains("Both"))
        #expect(broken.contains("NotANumber"))
        #expect(cause is EncodingError)
        #expect(ruleRefusal(NotANumber())?.errorDescription?.contains("NotANumber") == true)
    }
}
