import Endpoints

/// The way of a good token, by one task and by sixteen.
enum Tokens {
    static let benchmarks = [
        Benchmark(name: "token", operations: 200_000, rounds: 15, quickRounds: 9) { _ in variants(tasks: 1) },
        Benchmark(name: "token-16", operations: 200_000, rounds: 15, quickRounds: 9) { _ in variants(tasks: 16) },
    ]

    private static func variants(tasks: Int) -> [Variant] {
        let expiresAt = Date(timeIntervalSinceNow: 86_400)
        let lock = BareLock(token: "A1", expiresAt: expiresAt)
        let tutorial = TutorialTokens(token: "A1", expiresAt: expiresAt)
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: expiresAt)
        let auth = JWTAuth(initialTokens: pair) { _ in throw WrongResult("a good token is not refreshed") }
        let long = TokenPair(accessToken: String(repeating: "aB1_", count: 225), expiresAt: expiresAt)
        let longAuth = JWTAuth(initialTokens: long) { _ in throw WrongResult("a good token is not refreshed") }
        let request = URLRequest(url: ShopAPI.base ?? URL(filePath: "/"))
        return [
            // Its caller awaits it, as it would if the token could be renewed.
            Variant(name: "lock") {
                try await concurrently(tasks, operations: $0) { _ in use(lock.validToken()) }
            },
            Variant(name: "tutorial-actor") {
                try await concurrently(tasks, operations: $0) { _ in use(try await tutorial.validToken()) }
            },
            Variant(name: "endpoints") {
                try await concurrently(tasks, operations: $0) { _ in use(try await auth.accessToken()) }
            },
            Variant(name: "endpoints-request", share: 0.1) {
                try await concurrently(tasks, operations: $0) { _ in use(try await auth.authenticate(request: request))
                }
            },
            // As long as most JWTs are.
            Variant(name: "endpoints-request-900", share: 0.1) {
                try await concurrently(tasks, operations: $0) { _ in
                    use(try await longAuth.authenticate(request: request))
                }
            },
        ]
    }
}
