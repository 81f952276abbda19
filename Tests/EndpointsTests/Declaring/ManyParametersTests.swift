import Testing

@testable import Endpoints

@Suite("Very many parameters")
struct ManyParametersTests {
    private struct Service: ServerDefinition {
        func baseURL(for environment: TypicalEnvironments) -> URL? { URL(string: "https://api.example.com") }
    }

    private struct Search: Endpoint {
        typealias Server = Service
        typealias Response = Void
        static let definition = Definition(
            path: "search", parameters: (0..<count).map { .query("p\($0)", \.text) })
        static let count = 100_000
        var text = "x"
    }

    /// The same, but its definition is made for each request and ends with it.
    private struct PassingSearch: Endpoint {
        typealias Server = Service
        typealias Response = Void
        static var definition: Definition {
            Definition(path: "search", parameters: (0..<Search.count).map { .query("p\($0)", \.text) })
        }
        var text = "x"
    }

    @Test("a request has as many parameters as its definition, in their order")
    func many() async throws {
        let query = (0..<Search.count).map { "p\($0)=x" }.joined(separator: "&")
        #expect(try await Task.detached { try Search().urlRequest() }.value.url?.query == query)
    }

    @Test("a definition of very many parameters may end with its request")
    func passing() async throws {
        let request = try await Task.detached { try PassingSearch().urlRequest() }.value
        #expect(request.url?.query?.hasSuffix("&p\(Search.count - 1)=x") == true)
    }
}
