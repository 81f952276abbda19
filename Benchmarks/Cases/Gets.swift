import Endpoints

/// One GET and the decoding of its answer, over a connection that stays open.
enum Gets {
    static let benchmarks = [
        Benchmark(name: "get", operations: 300, rounds: 15, quickRounds: 9, needsServer: true) {
            variants(tasks: 1, server: $0)
        },
        Benchmark(name: "get-16", operations: 400, rounds: 15, quickRounds: 9, needsServer: true) {
            variants(tasks: 16, server: $0)
        },
    ]

    private static func variants(tasks: Int, server: URL) -> [Variant] {
        let plain = HandWrittenClient.plain(server: server)
        let lean = HandWrittenClient.lean(server: server)
        let session = URLSession(configuration: .default)
        let safe = URLSession.forEndpoints()
        let observed = RequestOptions(observers: [SilentObserver()])
        return [
            variant("by-hand", tasks) { try await plain.item($0) },
            variant("by-hand-lean", tasks) { try await lean.item($0) },
            variant("endpoints-default", tasks) {
                try await session.response(with: GetItem(id: $0), environment: server)
            },
            variant("endpoints-safe", tasks) {
                try await safe.response(with: GetItem(id: $0), environment: server)
            },
            variant("endpoints-observed", tasks) {
                try await session.response(with: GetItem(id: $0), environment: server, options: observed)
            },
        ]
    }

    private static func variant(
        _ name: String, _ tasks: Int, _ item: @escaping @Sendable (Int) async throws -> Item
    ) -> Variant {
        Variant(name: name) { operations in
            try await concurrently(tasks, operations: operations) { number in
                // A few addresses, so that no cache fills up.
                guard try await item(number % 16).id == 7 else { throw WrongResult("another item") }
            }
        }
    }

    /// Looks at nothing.
    private struct SilentObserver: RequestObserver {
        func observe(_ event: RequestEvent) {}
    }
}
