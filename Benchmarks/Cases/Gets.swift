import Endpoints

/// One GET and the decoding of its answer, over a connection that stays open.
enum Gets {
    static let benchmarks = [
        Benchmark(name: "get", operations: 100, rounds: 61, quickRounds: 31, needsServer: true) {
            variants(tasks: 1, server: $0)
        },
        Benchmark(name: "get-16", operations: 160, rounds: 61, quickRounds: 25, needsServer: true) {
            variants(tasks: 16, server: $0)
        },
        Benchmark(
            name: "get-observed", operations: 1_000, rounds: 5, quickRounds: 1, isThorough: true,
            place: .ownProcess(warmUp: 100), needsServer: true
        ) { server in
            let session = URLSession(configuration: .default)
            return [nil, [MetricsReader()]].map { (observers: [any RequestObserver]?) in
                let options = RequestOptions(observers: observers)
                return variant(observers == nil ? "endpoints-default" : "endpoints-observed", 1) {
                    try await session.response(with: GetNote(id: $0), environment: server, options: options)
                }
            }
        },
    ]

    private static func variants(tasks: Int, server: URL) -> [Variant] {
        let plain = HandWrittenClient.plain(server: server)
        let lean = HandWrittenClient.lean(server: server)
        let session = URLSession(configuration: .default)
        let safe = URLSession.forEndpoints()
        return [
            variant("by-hand", tasks) { try await plain.note($0) },
            variant("by-hand-lean", tasks) { try await lean.note($0) },
            variant("endpoints-default", tasks) {
                try await session.response(with: GetNote(id: $0), environment: server)
            },
            variant("endpoints-safe", tasks) {
                try await safe.response(with: GetNote(id: $0), environment: server)
            },
        ]
    }

    private static func variant(
        _ name: String, _ tasks: Int, _ note: @escaping @Sendable (Int) async throws -> Note
    ) -> Variant {
        Variant(name: name) { operations in
            try await concurrently(tasks, operations: operations) { number in
                // A few addresses, so that no cache fills up.
                guard try await note(number % 16).id == 7 else { throw WrongResult("another note") }
            }
        }
    }

    /// Reads what was measured of each answer.
    private struct MetricsReader: RequestObserver {
        func observe(_ event: RequestEvent) {
            guard let metrics = event.metrics else { return }
            precondition(metrics.firstByte ?? .zero <= metrics.total ?? .zero)
        }
    }
}
