import Endpoints

/// The server whose requests are built and never sent.
struct ShopAPI: ServerDefinition {
    /// One for all requests, as in the code by hand; the default is a fresh one for each.
    static let encoder = JSONEncoder()
    static let address = "https://api.example.com/v1"
    static let base = URL(string: address)

    func baseURL(for environment: TypicalEnvironments) -> URL? { Self.base }
}

/// A body of a few fields.
struct Opinion: Codable, Sendable {
    let author: String
    let rating: Int
    let text: String

    static let sample = Opinion(author: "Ada", rating: 5, text: "It went around the world with me.")
}

/// The inputs of the request that is built: a path of three segments with two values, four query items, three headers.
struct Search: Sendable {
    var product = 4711
    var section = "opinions"
    var page = 3
    var limit = 50
    var order = "newest"
    var text = "kettle travel"
    var requestID = "b7e1c9d2"
}

/// The request without a body.
struct FindOpinions: Endpoint {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition = Definition(
        path: "products/\(\.search.product)/\(\.search.section)",
        parameters: [
            .query("page", \.search.page), .query("limit", \.search.limit), .query("order", \.search.order),
            .query("q", \.search.text),
        ],
        headers: [
            .accept: "application/json", "X-Client": "benchmarks", "X-Request-ID": .field(\.search.requestID),
        ]
    )
    var search: Search
}

/// The request with one.
struct AddOpinion: Endpoint {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "products/\(\.search.product)/\(\.search.section)",
        parameters: [
            .query("page", \.search.page), .query("limit", \.search.limit), .query("order", \.search.order),
            .query("q", \.search.text),
        ],
        headers: [
            .accept: "application/json", "X-Client": "benchmarks", "X-Request-ID": .field(\.search.requestID),
        ]
    )
    var search: Search
    var body: Opinion
}
