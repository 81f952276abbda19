import EndpointsOAuth
import Testing

extension RealAuthorizationServer {
    @Suite(
        "A restart of the server",
        .enabled(
            if: AuthorizationServerAddress.isSet("OAUTH_RESTART"),
            "Set OAUTH_RESTART to a script that restarts the server and keeps what it knows."
        )
    )
    struct Restart {
        @Test(
            "A sign-in outlives a restart of the server: calls fail for now at worst, and one refresh goes on with it")
        func restart() async throws {
            let signedIn = try await SignedIn()
            #expect(try await signedIn.program.user(of: signedIn.account) == "alice")

            let script = try #require(AuthorizationServerAddress.text("OAUTH_RESTART"))
            async let status = ServiceScript.run(script)
            for user in await signedIn.program.eightUsers(of: signedIn.account) {
                switch user {
                case .success(let name): #expect(name == "alice")
                case .failure(let error): #expect(error.isRetryable)
                }
            }
            #expect(try await status == 0)
            #expect(try await signedIn.program.user(of: signedIn.account) == "alice")

            let (tokens, refreshes) = (try await signedIn.tokens(), signedIn.refreshes.withLock(\.self))
            signedIn.expire()
            for user in await signedIn.program.eightUsers(of: signedIn.account) { #expect(try user.get() == "alice") }
            let isRotated = try await signedIn.tokens().refreshToken != tokens.refreshToken
            #expect(isRotated)
            #expect(signedIn.endings.withLock(\.count) == 0)
            #expect(signedIn.refreshes.withLock(\.self) == refreshes + 1)
            let log = try await signedIn.program.log { $0["POST /token/ 200"] == refreshes + 2 }
            #expect(log["POST /token/ 200"] == refreshes + 2)
            #expect(log["POST /token/ 400"] == nil)
        }
    }
}

/// Runs a script by the system's own call: Foundation's `Process` is not safe beside other tests.
enum ServiceScript {
    /// Waits for its end; its exit status.
    static func run(_ path: String) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try wait(for: start(path)) })
            }
        }
    }

    private static func start(_ path: String) throws -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        defer { for word in words { free(word) } }
        // The server that it starts would not hear the signals that this thread is spared.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var identifier = pid_t()
        let failure = posix_spawn(&identifier, path, nil, &attributes, &words, environ)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        return identifier
    }

    private static func wait(for identifier: pid_t) throws -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
}
