import Endpoints

/// The server that is measured against; its address is known when it runs.
struct LocalAPI: ServerDefinition {
    typealias Environments = URL
    static let defaultEnvironment = URL(filePath: "/")
}

/// An item for anybody.
struct GetItem: Endpoint {
    typealias Server = LocalAPI
    typealias Response = Item
    static let definition = Definition(path: "items/\(\.id)")
    var id: Int
}

/// A note for anybody.
struct GetNote: Endpoint {
    typealias Server = LocalAPI
    typealias Response = Note
    static let definition = Definition(path: "notes/\(\.id)")
    var id: Int
}

/// An item for those with the new token.
struct GetGuardedItem: Endpoint {
    typealias Server = LocalAPI
    typealias Response = Item
    static let definition = Definition(path: "guarded/\(\.id)")
    var id: Int
}

/// The client that one writes without the package.
struct HandWrittenClient: Sendable {
    let session: URLSession
    let address: String
    let decoder = JSONDecoder()

    init(session: URLSession, server: URL) {
        self.session = session
        address = server.absoluteString
    }

    /// A session without what costs most and a client of an API seldom needs.
    static func lean(server: URL) -> HandWrittenClient {
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        // Without this every header line is still searched for cookies on Linux.
        configuration.httpCookieAcceptPolicy = .never
        return HandWrittenClient(session: URLSession(configuration: configuration), server: server)
    }

    /// The common way.
    static func plain(server: URL) -> HandWrittenClient {
        HandWrittenClient(session: URLSession(configuration: .default), server: server)
    }

    func item(_ id: Int) async throws -> Item { try await value(at: "items/\(id)") }

    func note(_ id: Int) async throws -> Note { try await value(at: "notes/\(id)") }

    private func value<Value: Decodable>(at path: String) async throws -> Value {
        guard let url = URL(string: "\(address)/\(path)") else { throw URLError(.badURL) }
        let (data, response) = try await session.data(for: URLRequest(url: url))
        guard let response = response as? HTTPURLResponse, (200..<300).contains(response.statusCode) else {
            throw URLError(.badServerResponse)
        }
        return try decoder.decode(Value.self, from: data)
    }

    /// The status of the answer to a request with a token, and the item when there is one.
    func guardedItem(_ id: Int, token: String) async throws -> (status: Int, item: Item?) {
        guard let url = URL(string: "\(address)/guarded/\(id)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard (200..<300).contains(response.statusCode) else { return (response.statusCode, nil) }
        return (response.statusCode, try decoder.decode(Item.self, from: data))
    }
}
