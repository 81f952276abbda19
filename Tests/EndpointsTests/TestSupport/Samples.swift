import Endpoints

/// A server for tests that need no socket.
struct SampleServer: ServerDefinition {
    struct ErrorResponse: Decodable, Sendable, Equatable { let code: String }
    static let auth = CallerAuth()
    var baseURLs: [TypicalEnvironments: URL] {
        var urls: [TypicalEnvironments: URL] = [:]
        urls[.production] = URL(string: "https://api.example.com/v1")
        urls[.local] = URL(string: "http://127.0.0.1:1")
        urls[.development] = URL(string: "http://dev.example.com")
        return urls
    }
}

struct SampleItem: Endpoint {
    struct Response: Decodable, Sendable, Equatable { let id: Int }
    typealias Server = SampleServer
    static let definition = Definition(path: "items/\(\.id)", headers: ["X-Trace": .field(\.trace)])
    var id = 1
    var trace: String?
}

struct OpenItem: Endpoint {
    typealias Server = SampleServer
    typealias Response = Data
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "open")
}

/// A fixed URL of a test.
func url(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: "/\(text) is no URL")
}

/// A promise of a test: somebody waits for it, somebody keeps it.
final class Signal: Sendable {
    private let result = SharedResult<Void>()

    func send() { result.settle(.success(())) }
    func wait() async { try? await result.value() }
}
