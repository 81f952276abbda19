import Endpoints

/// Many calls meet a 401 at once, because all of them had the old token before the first was sent.
///
/// The floor is as many tasks that make the same two requests each, and know beforehand which token to send.
enum Storm {
    static let benchmarks = [
        benchmark(10, operations: 200, rounds: 9, quickRounds: 3),
        benchmark(100, operations: 300, rounds: 9, quickRounds: 3),
        benchmark(1_000, operations: 1_000, rounds: 9, quickRounds: 5),
        benchmark(10_000, operations: 10_000, rounds: 1, quickRounds: 1, place: .ownProcess(warmUp: 0)),
    ]

    private static func benchmark(
        _ callers: Int, operations: Int, rounds: Int, quickRounds: Int, place: Benchmark.Place = .shared
    ) -> Benchmark {
        Benchmark(
            name: "storm-\(callers)", operations: operations, rounds: rounds, quickRounds: quickRounds, place: place,
            needsServer: true, callsPerRefresh: callers
        ) { server in
            let plain = HandWrittenClient.plain(server: server)
            let session = URLSession(configuration: .default)
            return [
                Variant(name: "by-hand") { try await twice($0, callers: callers, plain) },
                Variant(name: "endpoints") { operations in
                    for _ in 0..<max(1, operations / callers) {
                        try await storm(of: callers, session, server: server)
                    }
                },
            ]
        }
    }

    private static func twice(_ operations: Int, callers: Int, _ client: HandWrittenClient) async throws {
        for _ in 0..<max(1, operations / callers) {
            try await concurrently(callers, operations: callers) { number in
                guard try await client.guardedItem(number % 16, token: "A1").status == 401,
                    try await client.guardedItem(number % 16, token: "A2").item != nil
                else { throw WrongResult("the server takes the wrong token") }
            }
        }
    }

    private static func storm(of callers: Int, _ session: URLSession, server: URL) async throws {
        let hour = Date(timeIntervalSinceNow: 3600)
        let old = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: hour)
        let account = JWTAuth(initialTokens: old) { _ in
            Refreshes.count.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(50))
            return TokenPair(accessToken: "A2", refreshToken: "r2", expiresAt: hour)
        }
        let auth = GatedAuth(account, callers: callers)
        try await concurrently(callers, operations: callers) { number in
            use(try await session.response(with: GetGuardedItem(id: number % 16), environment: server, auth: auth))
        }
    }
}
