import Endpoints

/// The server of a check.
struct Site: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// Fetches a text.
struct Fetch: Endpoint {
    typealias Server = Site
    typealias Response = String

    static let definition = Definition(path: "\(\.name)")

    var name: String
}

/// Sends a text, which must arrive only once.
struct Deliver: Endpoint {
    typealias Server = Site
    typealias Response = String

    static let definition = Definition(method: .post, path: "\(\.name)", headers: [.contentType: "text/plain"])

    var name: String
    var body: Data
}

extension URLSession {
    /// A session with so many connections for each host.
    static func forChecks(connections: Int) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        return .forEndpoints(configuration: configuration)
    }

    /// The text of a name, or the error as a text.
    func text(_ name: String, at site: URL, timeout: Duration = .seconds(60)) async -> String {
        let options = RequestOptions(timeout: timeout, retryPolicy: .never)
        switch await result(with: Fetch(name: name), environment: site, options: options) {
        case .success(let text): return text
        case .failure(let error): return "\(error)"
        }
    }
}

/// Does something `count` times, `parallel` of them at once.
func repeatedly(_ count: Int, parallel: Int, _ body: @escaping @Sendable (_ number: Int) async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<count {
            if number >= parallel { await group.next() }
            group.addTask { await body(number) }
        }
    }
}
