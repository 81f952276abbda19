import Endpoints

/// Ten thousand tasks want a token at once, and the one that there is has expired: one refresh.
enum TokenWait {
    static let benchmarks = [
        Benchmark(
            name: "token-wait-10000", operations: callers, rounds: 3, quickRounds: 1, place: .ownProcess(warmUp: 0),
            callsPerRefresh: callers
        ) { _ in
            [
                Variant(name: "tutorial-actor") { _ in
                    let tokens = TutorialTokens(token: "A1", expiresAt: .distantPast)
                    try await collect { try await tokens.validToken() }
                },
                Variant(name: "endpoints") { _ in
                    let expired = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
                    let auth = JWTAuth(initialTokens: expired) { _ in
                        Refreshes.count.withLock { $0 += 1 }
                        try await Task.sleep(for: .milliseconds(5))
                        return TokenPair(
                            accessToken: "A2", refreshToken: "r2", expiresAt: Date(timeIntervalSinceNow: 3600))
                    }
                    try await collect { try await auth.accessToken() }
                },
            ]
        }
    ]

    private static let callers = 10_000

    /// Runs all callers at once and checks what they got.
    private static func collect(_ token: @escaping @Sendable () async throws -> String) async throws {
        try await concurrently(callers, operations: callers) { _ in
            guard try await token() == "A2" else { throw WrongResult("a token that has ended") }
        }
    }
}
