import Endpoints

/// A refresh on a disk that becomes full.
struct FullDisk: Sendable {
    let storage: FileTokenStorage

    /// Prints what the refresh came to, how often its token was presented, and what is stored then.
    func run(isEarly: Bool) async throws {
        let presented = Locked(0)
        // Longer than what a page of the disk has left after the first pair.
        let next = TokenPair(accessToken: "A2" + String(repeating: "x", count: 9000), refreshToken: "r2")
        try await storage.save(TokenPair(accessToken: "A1" + String(repeating: "x", count: 9000), refreshToken: "r1"))
        let auth = JWTAuth(storage: storage) { [self] _ in
            presented.withLock { $0 += 1 }
            if !isEarly { fill() }
            return next
        }
        _ = try await auth.tokens
        if isEarly { fill() }
        var result = "success"
        do { _ = try await auth.newAccessToken() } catch let error as AuthenticationError { result = error.code.name }
        let stored = try await storage.load()?.accessToken.prefix(2) ?? "nothing"
        print(result, presented.withLock { $0 }, stored)
    }

    /// Writes until the disk takes nothing more.
    private func fill() {
        let path = storage.url.deletingLastPathComponent().appendingPathComponent("filling").path
        guard let file = fopen(path, "w") else { return }
        setbuf(file, nil)
        while fputc(0, file) != EOF {}
        fclose(file)
    }
}
