import Endpoints

/// Ten thousand tasks want a token at once, and the one that there is has expired: one refresh.
enum TokenWait: Benchmark {
    static let name = "token-wait-10000"
    static let callers = 10_000

    static func run() async throws {
        let refreshes = Locked(0)
        let expired = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
        let auth = JWTAuth(initialTokens: expired) { _ in
            refreshes.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(5))
            return TokenPair(accessToken: "A2", refreshToken: "r2", expiresAt: Date(timeIntervalSinceNow: 3600))
        }
        try await collect { try await auth.accessToken() }
        precondition(refreshes.withLock { $0 } == 1, "not one refresh")
    }

    /// Runs all callers at once and checks what they got.
    static func collect(_ token: @escaping @Sendable () async throws -> String) async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<callers { group.addTask { try await token() } }
            for try await token in group { precondition(token == "A2", "a wrong token") }
        }
    }
}

/// The same with the actor that people write by hand, which has no store, no cancellation and no time limit.
enum PlainTokenWait: Benchmark {
    static let name = "token-wait-10000-plain-actor"

    private actor Tokens {
        private var token: (text: String, expiresAt: Date) = ("A1", .distantPast)
        private var refresh: Task<String, any Error>?

        func validToken() async throws -> String {
            if token.expiresAt > Date() { return token.text }
            if let refresh { return try await refresh.value }
            let task = Task {
                try await Task.sleep(for: .milliseconds(5))
                return "A2"
            }
            refresh = task
            defer { refresh = nil }
            let text = try await task.value
            token = (text, Date(timeIntervalSinceNow: 3600))
            return text
        }
    }

    static func run() async throws {
        let tokens = Tokens()
        try await TokenWait.collect { try await tokens.validToken() }
    }
}
