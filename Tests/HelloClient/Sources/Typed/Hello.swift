import Endpoints

struct API: ServerDefinition {
    func baseURL(for environment: TypicalEnvironments) -> URL? { URL(string: "https://api.example.com") }
}

struct GetGreeting: Endpoint {
    typealias Server = API
    struct Response: Decodable, Sendable {
        let text: String
    }
    static let definition = Definition(path: "greetings/\(\.id)", parameters: [.query("language", \.language)])
    var id: Int
    var language: String?
}

@main
struct Hello {
    static func main() async throws {
        print(try await URLSession.forEndpoints().response(with: GetGreeting(id: 1, language: "en")).text)
    }
}
