import Endpoints

/// How the cost of building grows with the number of query items.
enum BuildingParameters {
    static let counts = [0, 1, 8, 64, 512]

    static let benchmarks = [
        Benchmark(name: "build-parameters", operations: 2_000, derived: costPerParameter) { _ in
            try builders.flatMap { count, build in
                let values = (0..<count).map { "value \($0)" }
                let names = (0..<count).map { "parameter\($0)" }
                let built = try Building.variants([
                    ("components-\(count)", { try components(names, values) }),
                    ("string-\(count)", { try string(names, values) }),
                    ("endpoints-\(count)", { try build(values) }),
                ])
                return built.map { variant in
                    Variant(
                        name: variant.name, floor: "components-\(count)", share: 8 / Double(max(8, count)),
                        run: variant.run)
                }
            }
        }
    ]

    private static let builders: [(Int, @Sendable ([String]) throws -> URLRequest)] = [
        (0, { try Query0(values: $0).urlRequest() }), (1, { try Query1(values: $0).urlRequest() }),
        (8, { try Query8(values: $0).urlRequest() }), (64, { try Query64(values: $0).urlRequest() }),
        (512, { try Query512(values: $0).urlRequest() }),
    ]

    /// What a parameter adds to a request that has none, so that the fixed cost can't hide a curve.
    @Sendable private static func costPerParameter(_ samples: [String: Sample]) -> [String: Sample] {
        guard let bare = samples["endpoints-0"] else { return [:] }
        return counts.dropFirst().reduce(into: [:]) { derived, count in
            guard let sample = samples["endpoints-\(count)"] else { return }
            derived["endpoints-per-\(count)"] = Sample(
                cpu: (sample.cpu - bare.cpu) / Double(count), wall: (sample.wall - bare.wall) / Double(count))
        }
    }

    private static func components(_ names: [String], _ values: [String]) throws -> URLRequest {
        guard var components = URLComponents(string: ShopAPI.address) else { throw URLError(.badURL) }
        components.path += "/products"
        if !names.isEmpty { components.queryItems = zip(names, values).map { URLQueryItem(name: $0, value: $1) } }
        guard let url = components.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private static func string(_ names: [String], _ values: [String]) throws -> URLRequest {
        var text = "\(ShopAPI.address)/products"
        var separator = "?"
        for (name, value) in zip(names, values) {
            text += "\(separator)\(BuiltByHand.escaped(name))=\(BuiltByHand.escaped(value))"
            separator = "&"
        }
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}
