import Endpoints

/// The actor that tutorials teach: it has no store, no cancellation and no time limit.
actor TutorialTokens {
    private var token: (text: String, expiresAt: Date)
    private var refresh: Task<String, any Error>?

    init(token: String, expiresAt: Date) { self.token = (token, expiresAt) }

    func validToken() async throws -> String {
        if let refresh { return try await refresh.value }
        if token.expiresAt > Date() { return token.text }
        let task = Task {
            Refreshes.count.withLock { $0 += 1 }
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
