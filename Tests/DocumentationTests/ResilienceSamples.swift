// The samples of the DocC article “Resilience”, word for word: DocumentationTests compares them.
import Endpoints
import EndpointsMocking

struct Depot: ServerDefinition {
    static let auth = CallerAuth()
    static let options = RequestOptions(
        timeout: .seconds(20),
        deadline: .seconds(60),
        retryPolicy: .standard,
        maxResponseSize: 10_000_000
    )

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        URL(string: "https://depot.example.com/v1")
    }
}

let patient = RetryPolicy(maxRetries: 5, baseDelay: .milliseconds(500), maxDelay: .seconds(20)) { failure in
    failure.isTimeout || failure.statusCode == 409
}

struct PlaceOrder: Endpoint {
    typealias Server = Depot
    typealias Response = Void
    static let definition = Definition(method: .post, path: "orders")
    static let options = RequestOptions(idempotencyKey: .generated)
    var body: Order

    nonisolated struct Order: Encodable, Sendable {
        let id: UUID
        let article: String
    }
}

func place(_ order: PlaceOrder.Order, as account: JWTAuth) async throws {
    let options = RequestOptions(idempotencyKey: .key(order.id.uuidString))
    try await URLSession.shared.response(with: PlaceOrder(body: order), auth: account, options: options)
}

func busyAtFirst() async throws {
    let mocks = Mocks()
    mocks.respond(to: PlaceOrder.self, with: .status(503, headers: ["Retry-After": "30"]), .status(201))
    try await withMock(mocks) {
        let order = PlaceOrder.Order(id: UUID(), article: "chair")
        try await URLSession.shared.response(with: PlaceOrder(body: order), auth: .bearer("key"))
    }
    let keys = mocks.requests(to: PlaceOrder.self).map { $0.urlRequest.value(forHTTPHeaderField: "Idempotency-Key") }
    print(Set(keys).count == 1)
}
