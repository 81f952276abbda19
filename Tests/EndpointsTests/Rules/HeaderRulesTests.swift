import Endpoints
import Testing

private struct Headed: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let version = 3
    static let definition = Definition(
        path: "h",
        headers: [
            .acceptLanguage: .field(\.language), "X-Client": "demo", "X-Version": "v\(version)", "x-CaSe": "kept",
            "X-Flag": .field(\.flag), "X-List": .field { $0.list },
        ])
    var language: String?
    var flag = true
    var list = ["a", "b"]
}

private struct Valued: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "h", headers: ["X-Culprit": .field(\.value)])
    var value: String
}

private struct NamedHeader: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    @TaskLocal static var name = "X-Name"
    static var definition: Definition { Definition(path: "h", headers: [Header(name): "v"]) }
}

private struct Twice: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "h", headers: ["X-Twin": "1", "x-tWIN": "1"])
}

private struct TwiceNil: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "h", headers: [.accept: .field(\.none), "ACCEPT": "text/plain"])
    var none: String?
}

private struct Methodical: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    @TaskLocal static var method: HTTPMethod = .get
    static var definition: Definition { Definition(method: method, path: "m") }
}

private struct Processing: ServerDefinition {
    @TaskLocal static var value = "fine"
    @TaskLocal static var method: String?
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
    func process(_ request: inout URLRequest) {
        request.setValue(Self.value, forHTTPHeaderField: "X-Processed")
        request.setValue(request.httpBody.map { "\($0.count)" }, forHTTPHeaderField: "X-Length")
        if let method = Self.method { request.httpMethod = method }
    }
}

private struct Processed: Endpoint {
    typealias Server = Processing
    typealias Response = Void
    static let definition = Definition(method: .post, path: "p")
    var body = ["a": 1]
}

@Suite("Headers and methods", .timeLimit(.minutes(5)))
struct HeaderRulesTests {
    static let controls = [
        "\r", "\n", "\r\n", "\0", "\r\n ", "\n\t", "\r\n\u{301}", "\n\u{301}", "\r\u{200D}", "\0\u{FE0F}",
    ]

    @Test("S4-1 headers from literals, interpolation, fields and closures; nil leaves one out")
    func fields() throws {
        let headers = try #require(try Headed(language: "de").urlRequest().allHTTPHeaderFields)
        #expect(headers["Accept-Language"] == "de")
        #expect(headers["X-Client"] == "demo")
        #expect(headers["X-Version"] == "v3")
        #expect(headers["X-Flag"] == "true")
        #expect(Set(headers.keys).contains("x-CaSe"))
        let bare = try Headed(language: nil, list: []).urlRequest()
        #expect(bare.value(forHTTPHeaderField: "Accept-Language") == nil)
        #expect(bare.value(forHTTPHeaderField: "X-List") == nil)
    }

    @Test("H-01 a line break or NUL in a value is refused by name", arguments: controls)
    func hostileValue(control: String) throws {
        for value in ["a" + control + "b", control + "b", "a" + control, "é" + control + "x"] {
            let refusal = try #require(ruleRefusal(Valued(value: value)))
            guard case .invalidHeader(let name, _) = refusal else {
                Issue.record("\(refusal)")
                continue
            }
            #expect(name == "X-Culprit")
            #expect(refusal.errorDescription?.contains("X-Culprit") == true)
        }
    }

    @Test(
        "H-01 a name that is no token is refused",
        arguments: ["", " ", "X Y", "X:Y", "X\r\nY", "X\0", "X\n", "Xé", "X/Y", "X(Y)", "X\t", "\"X\"", "X\u{301}"])
    func hostileName(name: String) throws {
        let refusal = try #require(NamedHeader.$name.withValue(name) { ruleRefusal(NamedHeader()) })
        guard case .invalidHeader = refusal else {
            Issue.record("\(refusal)")
            return
        }
    }

    @Test("H-01 every token character makes a name", arguments: ["!#$%&'*+-.^_`|~09azAZ"])
    func tokens(name: String) throws {
        let request = try NamedHeader.$name.withValue(name) { try NamedHeader().urlRequest() }
        #expect(request.value(forHTTPHeaderField: name) == "v")
    }

    @Test("H-02 a header given twice, in any case, is an error and no trap")
    func duplicates() throws {
        guard case .duplicateHeader(let name)? = ruleRefusal(Twice()) else {
            Issue.record("\(String(describing: ruleRefusal(Twice())))")
            return
        }
        #expect(name.lowercased() == "x-twin")
        guard case .duplicateHeader? = ruleRefusal(TwiceNil(none: nil)) else {
            Issue.record("\(String(describing: ruleRefusal(TwiceNil(none: nil))))")
            return
        }
    }

    @Test(
        "H-01 a method that is no token is refused by name",
        arguments: ["", " ", "GET ", "GE T", "GET\r\nX: y", "GET\n", "GET\0", "GÉT", "GET/x", "GET\u{301}"])
    func hostileMethod(method: String) throws {
        let refusal = Methodical.$method.withValue(HTTPMethod(rawValue: method)) { ruleRefusal(Methodical()) }
        guard case .invalidMethod? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test("S2-1 standard and own methods are sent as spelled", arguments: ["GET", "HEAD", "POST", "PURGE", "M-SEARCH"])
    func methods(method: String) throws {
        let request = try Methodical.$method.withValue(HTTPMethod(rawValue: method)) { try Methodical().urlRequest() }
        #expect(request.httpMethod == method)
    }

    @Test("S4-1 the server's process is the last step and sees the body")
    func process() throws {
        let request = try Processed().urlRequest()
        #expect(request.value(forHTTPHeaderField: "X-Processed") == "fine")
        #expect(request.value(forHTTPHeaderField: "X-Length") == "7")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test("H-01 no line break or NUL that process sets is built", arguments: controls)
    func hostileProcess(control: String) {
        let built = Processing.$value.withValue("a" + control + "b") { try? Processed().urlRequest() }
        #expect(built?.value(forHTTPHeaderField: "X-Processed") == nil)
        #expect(Processing.$method.withValue("PO" + control + "ST") { ruleRefusal(Processed()) } != nil)
    }

    @Test("H-01 GET with a body is an error, also when process makes it one")
    func processedGet() {
        #expect(Processing.$method.withValue("GET") { ruleRefusal(Processed()) } != nil)
    }
}
