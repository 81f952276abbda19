import Endpoints

/// Building one request, with and without a body, against three ways to write it by hand.
enum Building {
    static let benchmarks = [
        Benchmark(name: "build", operations: 4_000) { _ in
            let endpoint = FindOpinions(search: Search())
            return try variants([
                ("components", { try BuiltByHand.components(Search(), body: nil) }),
                ("string-set-value", { try BuiltByHand.string(Search(), body: nil) }),
                ("string-dictionary", { try BuiltByHand.dictionary(Search(), body: nil) }),
                ("endpoints", { try endpoint.urlRequest() }),
            ])
        },
        Benchmark(name: "build-body", operations: 2_000) { _ in
            let endpoint = AddOpinion(search: Search(), body: .sample)
            return try variants([
                ("components", { try BuiltByHand.components(Search(), body: .sample) }),
                ("string-set-value", { try BuiltByHand.string(Search(), body: .sample) }),
                ("string-dictionary", { try BuiltByHand.dictionary(Search(), body: .sample) }),
                ("endpoints", { try endpoint.urlRequest() }),
            ])
        },
    ]

    typealias Builder = @Sendable () throws -> URLRequest

    /// The variants of some builders, once it is sure that all of them build the same request.
    static func variants(_ builders: [(name: String, build: Builder)]) throws -> [Variant] {
        let requests = try builders.map { try $0.build() }
        for (request, builder) in zip(requests, builders) where !isSame(request, requests[0]) {
            throw WrongResult(
                "\(builder.name) builds \(request) \(fields(of: request)), not \(requests[0]) \(fields(of: requests[0]))"
            )
        }
        return builders.map { name, build in
            Variant(name: name) { operations in
                for _ in 0..<operations { use(try build()) }
            }
        }
    }

    /// Bodies are compared by size: the order of a JSON object's members is the encoder's business.
    ///
    /// `setValue` writes names its own way on Linux.
    private static func isSame(_ left: URLRequest, _ right: URLRequest) -> Bool {
        left.url == right.url && left.httpMethod == right.httpMethod
            && fields(of: left) == fields(of: right) && left.httpBody?.count == right.httpBody?.count
    }

    private static func fields(of request: URLRequest) -> Set<String> {
        Set((request.allHTTPHeaderFields ?? [:]).map { "\($0.key.lowercased()): \($0.value)" })
    }
}
