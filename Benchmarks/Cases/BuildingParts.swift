import Endpoints

/// Building requests that have much of one thing: path, headers, form.
enum BuildingParts {
    static let benchmarks = [
        Benchmark(name: "build-path", operations: 3_000, isThorough: true) { _ in
            try Building.variants([
                ("components", { try path() }), ("endpoints", { try DeepPath().urlRequest() }),
            ])
        },
        Benchmark(name: "build-headers", operations: 3_000, isThorough: true) { _ in
            try Building.variants([
                ("set-value", { try headers() }), ("endpoints", { try ManyHeaders().urlRequest() }),
            ])
        },
        Benchmark(name: "build-form", operations: 3_000, isThorough: true) { _ in
            try Building.variants([
                ("components", { try form() }), ("endpoints", { try SmallForm().urlRequest() }),
            ])
        },
    ]

    private struct DeepPath: Endpoint {
        typealias Server = ShopAPI
        typealias Response = Void
        static let definition = Definition(
            path: "shops/\(\.shop)/shelves/\(\.shelf)/boxes/\(\.box)/labels/\(\.label)/\(\.language)")
        var shop = 12
        var shelf = "top left"
        var box = 4711
        var label = "fragile/heavy"
        var language = "en"
    }

    private static func path() throws -> URLRequest {
        let label = BuiltByHand.escaped("fragile/heavy")
        guard var components = URLComponents(string: ShopAPI.address) else { throw URLError(.badURL) }
        let shelf = BuiltByHand.escaped("top left")
        components.percentEncodedPath += "/shops/\(12)/shelves/\(shelf)/boxes/\(4711)/labels/\(label)/\("en")"
        guard let url = components.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private struct ManyHeaders: Endpoint {
        typealias Server = ShopAPI
        typealias Response = Void
        static let definition = Definition(
            path: "products",
            headers: [
                .accept: "application/json", .acceptLanguage: .field(\.language), .cacheControl: "no-store",
                .userAgent: "benchmarks/1", "X-Client": "benchmarks", "X-Request-ID": .field(\.id),
                "X-Tenant": .field(\.tenant), "X-Trace": .field(\.id),
            ]
        )
        var language = "en"
        var id = "b7e1c9d2"
        var tenant = 7
    }

    private static func headers() throws -> URLRequest {
        guard let url = URL(string: "\(ShopAPI.address)/products") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("en", forHTTPHeaderField: "Accept-Language")
        request.setValue("no-store", forHTTPHeaderField: "Cache-Control")
        request.setValue("benchmarks/1", forHTTPHeaderField: "User-Agent")
        request.setValue("benchmarks", forHTTPHeaderField: "X-Client")
        request.setValue("b7e1c9d2", forHTTPHeaderField: "X-Request-ID")
        request.setValue("\(7)", forHTTPHeaderField: "X-Tenant")
        request.setValue("b7e1c9d2", forHTTPHeaderField: "X-Trace")
        return request
    }

    private struct SmallForm: Endpoint {
        typealias Server = ShopAPI
        typealias Response = Void
        static let definition = Definition(
            method: .post,
            path: "token",
            parameters: [
                .form(constant: "grant_type", "refresh_token"), .form("refresh_token", \.token),
                .form("client_id", \.client), .form("lifetime", \.lifetime),
            ]
        )
        var token = "r1-8c1f9e"
        var client = "benchmarks"
        var lifetime = 3600
    }

    private static func form() throws -> URLRequest {
        guard let url = URL(string: "\(ShopAPI.address)/token") else { throw URLError(.badURL) }
        var components = URLComponents()
        components.queryItems = [
            URLQueryItem(name: "grant_type", value: "refresh_token"),
            URLQueryItem(name: "refresh_token", value: "r1-8c1f9e"),
            URLQueryItem(name: "client_id", value: "benchmarks"),
            URLQueryItem(name: "lifetime", value: String(3600)),
        ]
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = components.percentEncodedQuery.map { Data($0.utf8) }
        return request
    }
}
