import Endpoints

/// What memory grows by over the last 17,500 of 20,000 requests, 64 at a time, in a process of its own.
enum Memory {
    static let benchmarks = [
        Benchmark(
            name: "memory-20000", operations: 17_500, rounds: 1, quickRounds: 1, place: .ownProcess(warmUp: 2_500),
            needsServer: true
        ) { server in
            let plain = HandWrittenClient.plain(server: server)
            let session = URLSession(configuration: .default)
            return [
                Variant(name: "by-hand") {
                    try await concurrently(64, operations: $0) { use(try await plain.item($0 % 16)) }
                },
                Variant(name: "endpoints") {
                    try await concurrently(64, operations: $0) {
                        use(try await session.response(with: GetItem(id: $0 % 16), environment: server))
                    }
                },
            ]
        }
    ]
}
