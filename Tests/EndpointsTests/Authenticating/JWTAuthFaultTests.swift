import TestSupport
import Testing

@testable import Endpoints

/// Faults that were found by attacking: stores and handlers that behave as nobody expects.
@Suite("JWTAuth among unusual stores and handlers", .timeLimit(.minutes(5)))
struct JWTAuthFaultTests {
    /// A store that forwards to one in memory and runs each body twice, as a transaction that is tried again does.
    private struct Twice: TokenStorage {
        let base = InMemoryTokenStorage(TokenPair(accessToken: "old", refreshToken: "r1", expiresAt: .distantPast))
        func load() async throws -> TokenPair? { base.load() }
        func save(_ tokens: TokenPair) async throws { base.save(tokens) }
        func clear() async throws { base.clear() }
        func withExclusiveAccess<Value: Sendable>(
            _ body: @Sendable () async throws -> Value
        ) async throws -> Value {
            _ = try await body()
            return try await body()
        }
    }

    @Test("a store that runs its body twice gets one refresh, and nobody hangs")
    func bodyTwice() async throws {
        let calls = Locked(0)
        let auth = JWTAuth(storage: Twice()) { _ in
            calls.withLock { $0 += 1 }
            return TokenState.newer
        }
        #expect(try await auth.accessToken() == "A2")
        try await auth.setTokens(TokenState.pair)
        #expect(try await auth.accessToken() == "A1")
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("initial tokens that have expired are saved and then renewed", arguments: ["old", ""])
    func expiredInitialTokens(accessToken: String) async throws {
        let expired = TokenPair(accessToken: accessToken, refreshToken: "r1", expiresAt: .distantPast)
        let auth = JWTAuth(initialTokens: expired, storage: InMemoryTokenStorage()) { _ in TokenState.newer }
        #expect(try await auth.accessToken() == "A2")
    }

    @Test(
        "an answer that comes after the time limit is kept: its refresh token has been spent", arguments: [true, false])
    func lateAnswer(isStored: Bool) async throws {
        let clock = ManualClock()
        let (isAsked, go, isUpdated) = (Signal(), Signal(), Signal())
        let presented = Locked<[String]>([])
        let store = isStored ? InMemoryTokenStorage(TokenState.pair) : nil
        let auth = JWTAuth(
            initialTokens: TokenState.pair, storage: store, configuration: .init(), clock: clock,
            refreshHandler: { token in
                presented.withLock { $0.append(token) }
                isAsked.send()
                // Not a wait that a cancellation ends: the answer comes whatever we say.
                await Task.detached { await go.wait() }.value
                return TokenState.newer
            },
            onTokensUpdated: { _ in isUpdated.send() })
        let call = Task { try await auth.newAccessToken() }
        await isAsked.wait()
        try await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        await #expect(throws: AuthenticationError.self) { try await call.value }
        go.send()
        await isUpdated.wait()
        #expect(try await auth.accessToken() == "A2")
        #expect(presented.withLock { $0 } == ["r1"])
        if let store { #expect(store.load() == TokenState.newer) }
    }

    @Test("a sign-out doesn't let those wait who wait for a hook")
    func signOutDuringHook() async throws {
        let (isInHook, go) = (Signal(), Signal())
        let auth = JWTAuth(
            initialTokens: TokenState.pair, refreshHandler: { _ in TokenState.newer },
            onTokensUpdated: { _ in
                isInHook.send()
                await go.wait()
            })
        let call = Task { try await auth.newAccessToken() }
        await isInHook.wait()
        try await auth.logout()
        do {
            _ = try await call.value
            Issue.record("a token after the sign-out")
        } catch {
            #expect((error as? AuthenticationError)?.summary == "notAuthenticated")
        }
        go.send()
    }

    @Test("G6 two accounts that wait for each other through a hook are found")
    func circleThroughHook() async throws {
        let (first, second) = (Locked<JWTAuth?>(nil), Locked<JWTAuth?>(nil))
        let (isInHook, isSigningIn) = (Signal(), Signal())
        second.withLock {
            $0 = JWTAuth(
                initialTokens: TokenState.pair, refreshHandler: { _ in TokenState.newer },
                onTokensUpdated: { _ in
                    isInHook.send()
                    await isSigningIn.wait()
                    _ = try? await first.withLock { $0 }?.accessToken()
                })
        }
        first.withLock { $0 = JWTAuth { _ in TokenState.newer } }
        let refresh = Task { try await second.withLock { $0 }?.newAccessToken() }
        await isInHook.wait()
        // The sign-in joins those who wait for the refresh, and the hook waits for the sign-in.
        try await first.withLock { $0 }?.login {
            isSigningIn.send()
            _ = try? await second.withLock { $0 }?.accessToken()
            return TokenState.pair
        }
        #expect(try await refresh.value == "A2")
    }

    @Test("R-22 a request of a user who has left before it was sent is not sent", arguments: [true, false])
    func nextUser(signsOut: Bool) async throws {
        let transport = FakeTransport { request, number throws(TransportFailure) in
            try TransportReply(status: number == 0 ? 401 : 200, body: #"{"id":1}"#, to: request)
        }
        let auth = JWTAuth(initialTokens: TokenState.pair) { _ in TokenState.newer }
        /// Lets the user leave between the authentication and the sending.
        struct Leaving: AuthenticationMethod {
            let base: JWTAuth
            let signsOut: Bool
            func authenticate(request: URLRequest) async throws -> URLRequest {
                let request = try await base.authenticate(request: request)
                if signsOut { try await base.logout() }
                try await base.login { TokenPair(accessToken: "B1") }
                return request
            }
            func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
                base.shouldReauthenticate(after: response, body: body, to: request)
            }
        }
        let method = Leaving(base: auth, signsOut: signsOut)
        let result = await transport.run { await URLSession.shared.result(with: SampleItem(), auth: method) }
        guard case .failure(let error) = result else {
            Issue.record("sent again as somebody else")
            return
        }
        #expect(error.authenticationError?.code == (signsOut ? .notAuthenticated : .signInReplaced))
        #expect(transport.requests.isEmpty)
    }

    @Test("dates that are none say nothing, and absurd claims neither")
    func absurdDates() {
        let none = Date(timeIntervalSinceReferenceDate: .nan)
        let pair = TokenPair(accessToken: "A", refreshToken: "r", expiresAt: none, refreshExpiresAt: none)
        #expect(pair.expiresAt == nil && pair.refreshExpiresAt == nil && pair == pair)
        let payload = Data(#"{"exp":1e308,"iat":-1e308}"#.utf8).base64EncodedString()
        #expect(TokenPair(accessToken: "h.\(payload).s").expiresAt == nil)
    }

    @Test("a rejection shows no more than the sentence of what it wraps")
    func rejection() {
        struct Sent: Error { let token = "s3cr3t" }
        #expect(SecretWalk(secret: "s3cr3t").leaks(in: RefreshRejection(underlying: Sent())) == [])
    }
}
