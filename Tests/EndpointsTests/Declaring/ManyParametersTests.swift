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

    @Test("a request has as many parameters as its definition")
    func many() async throws {
        let request = try await Task.detached { try Search().urlRequest() }.value
        let query = try #require(request.url?.query)
        #expect(query.hasPrefix("p0=x&p1=x&"))
        #expect(query.hasSuffix("&p\(Search.count - 1)=x"))
    }
}
