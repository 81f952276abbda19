import Endpoints
import Testing

private struct Item: Decodable, Equatable, Sendable { var id: Int }

private struct Fetch<Value: Decodable & Sendable>: Endpoint {
    typealias Server = RuleServer
    typealias Response = [Value]
    static var definition: Definition { Definition(path: "list/\(\.id)") }
    var id: Int
}

/// The parameter carries the name of the associated type that it is.
private struct Inferred<Response: Decodable & Sendable>: Endpoint {
    typealias Server = RuleServer
    static var definition: Definition { Definition(path: "x") }
}

private struct InferredBody<Server: ServerDefinition, Body: Encodable & Sendable>: Endpoint {
    typealias Response = Void
    static var definition: Definition { Definition(method: .post, path: "x") }
    var body: Body
}

private struct NestedResponse: Endpoint {
    typealias Server = RuleServer
    struct Response: Decodable, Equatable, Sendable { var id: Int }
    static let definition = Definition(path: "x")
}

private struct Envelope<Value: Decodable & Sendable>: Decodable, Sendable { var data: Value }

private protocol Enveloped: Endpoint where Response: Decodable {}

extension Enveloped {
    static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response {
        try Server.decoder.decode(Envelope<Response>.self, from: data).data
    }
}

private struct EnvelopedItem: Enveloped {
    typealias Server = RuleServer
    typealias Response = Item
    static let definition = Definition(path: "x")
}

@Suite("Generic endpoints and refined protocols", .timeLimit(.minutes(5)))
struct GenericRulesTests {
    private func response<T: Endpoint>(of type: T.Type) -> String { String(reflecting: T.Response.self) }
    private func error<T: Endpoint>(of type: T.Type) -> String { String(reflecting: T.ErrorResponse.self) }

    /// What generic code gets, which sees only the protocol.
    private func decoded<T: Endpoint>(_ type: T.Type, _ text: String) throws -> T.Response {
        try T.decode(Data(text.utf8), from: ruleResponse(200))
    }

    @Test("S4-9 a generic endpoint is built and decoded by its parameter")
    func generic() throws {
        #expect(try Fetch<Item>(id: 3).urlRequest().ruleURL() == "https://api.example.com/v2/list/3")
        #expect(try decoded(Fetch<Item>.self, #"[{"id":1}]"#) == [Item(id: 1)])
        #expect(try decoded(Fetch<String>.self, #"["a"]"#) == ["a"])
    }

    @Test("S4-9 a generic parameter named Response is the response")
    func parameterNames() {
        #expect(response(of: Inferred<Int>.self) == String(reflecting: Int.self))
    }

    @Test("S4-9 parameters named Server and Body are the server and the body")
    func otherNames() throws {
        let request = try InferredBody<RuleServer, [Int]>(body: [1, 2]).urlRequest()
        #expect(try request.ruleBody() == "[1,2]")
        #expect(try request.ruleURL() == "https://api.example.com/v2/x")
    }

    @Test("S4-9 a nested Response needs no alias")
    func nested() throws {
        #expect(try decoded(NestedResponse.self, #"{"id":4}"#) == NestedResponse.Response(id: 4))
    }

    @Test("S4-9 a refined protocol unwraps its envelope")
    func envelope() throws {
        #expect(try decoded(EnvelopedItem.self, #"{"data":{"id":9}}"#) == Item(id: 9))
    }
}
