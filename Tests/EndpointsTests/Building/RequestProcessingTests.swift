import Endpoints
import Testing

/// A server that changes nothing.
private struct Plain: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
}

/// A server that hands its requests to another one, which changes nothing, and then changes them itself.
private struct Wrapping: ServerDefinition {
    @TaskLocal static var value = "1"
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
    func process(_ request: inout URLRequest) {
        Plain().process(&request)
        request.allHTTPHeaderFields = ["X-Wrapped": Self.value]
    }
}

private struct Item<Server: ServerDefinition>: Endpoint where Server.Auth == NoAuth {
    typealias Response = Void
    static var definition: Definition {
        Definition(method: "get", path: "items", headers: ["X-Own": .field(\.own)])
    }
    var own = "2"
    var body: Data?
}

private struct Misspelt: Endpoint {
    typealias Server = Plain
    typealias Response = Void
    static let definition = Definition(method: "GE T", path: "items")
}

private struct Search: Endpoint {
    typealias Server = Plain
    typealias Response = Void
    static let definition = Definition(
        method: .post, path: "\(\.text)", parameters: [.query("q", \.text), .form("f", \.text)])
    var text: String
}

@Suite("What a server does to its requests", .timeLimit(.minutes(5)))
struct RequestProcessingTests {
    @Test("after the default, requests are refused as before it was known that it is the default")
    func refusals() throws {
        for _ in 0..<3 {
            #expect(try Item<Plain>().urlRequest().allHTTPHeaderFields == ["X-Own": "2"])
            #expect(throws: EndpointError.self) { try Item<Plain>(body: Data([1])).urlRequest() }
            #expect(throws: EndpointError.self) { try Item<Plain>(own: "a\nb").urlRequest() }
            #expect(throws: EndpointError.self) { try Misspelt().urlRequest() }
        }
    }

    @Test("a server that hands its requests to the default of another is called and checked every time")
    func wrapping() throws {
        for _ in 0..<3 {
            #expect(try Item<Wrapping>().urlRequest().allHTTPHeaderFields == ["X-Wrapped": "1"])
            Wrapping.$value.withValue("a\nb") {
                #expect(throws: EndpointError.self) { try Item<Wrapping>().urlRequest() }
            }
        }
    }

    @Test("texts of every length are escaped whole", arguments: [0, 1, 85, 86, 255, 256, 1023, 1024, 1025, 5000])
    func lengths(count: Int) throws {
        for (text, escaped, form) in [("a", "a", "a"), ("/", "%2F", "%2F"), ("é ", "%C3%A9%20", "%C3%A9+")] {
            let request = try Search(text: "." + String(repeating: text, count: count) + "x").urlRequest()
            let path = "." + String(repeating: escaped, count: count) + "x"
            #expect(request.url?.absoluteString == "https://api.example.com/\(path)?q=\(path)")
            #expect(request.httpBody == Data("f=.\(String(repeating: form, count: count))x".utf8))
        }
    }
}
