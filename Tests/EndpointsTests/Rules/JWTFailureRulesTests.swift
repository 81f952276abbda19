import Endpoints
import Testing

@Suite("JWTAuth when a refresh fails or is left", .timeLimit(.minutes(5)))
struct JWTFailureRulesTests {
    private let log = RuleLog<String>()
    private let updated = RuleLog<TokenPair>()
    private let failed = RuleLog<String>()
    private let first = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)

    private func auth(
        _ tokens: TokenPair? = nil, timeout: Duration = .seconds(60),
        _ handler: @escaping @Sendable (Int, String) async throws -> TokenPair
    ) -> JWTAuth {
        JWTAuth(
            initialTokens: tokens ?? first, configuration: .init(refreshTimeout: timeout),
            refreshHandler: { [log] token in try await handler(await log.add(token), token) },
            onTokensUpdated: { [updated] in await updated.add($0) },
            onRefreshFailed: { [failed] in await failed.add("\($0)") })
    }

    @Test("R-04 G8 a temporary failure keeps the tokens, tells nobody to sign out, and blocks nothing")
    func temporary() async throws {
        let auth = auth { number, _ in
            if number == 1 { throw RuleError.offline }
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let error = await ruleError { try await auth.ruleHeader() }
        let failure = try #require(error as? AuthenticationError)
        #expect(failure.code == .refreshFailed)
        #expect(failure.underlying as? RuleError == .offline)
        #expect(try await auth.tokens == first)
        #expect(await failed.count == 0)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(await log.entries == ["r1", "r1"])
        #expect(await updated.count == 1)
    }

    @Test("R-04 all who wait get the same failure of one refresh")
    func sharedFailure() async throws {
        let gate = RuleGate()
        let auth = auth { _, _ in
            await gate.wait()
            throw RuleError.offline
        }
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<50 { group.addTask { await ruleError { try await auth.accessToken() } } }
            group.addTask {
                for _ in 0..<500 { await Task.yield() }
                await gate.open()
                return AuthenticationError.refreshFailed(underlying: RuleError.offline)
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 51)
        for error in errors {
            let failure = error as? AuthenticationError
            #expect(failure?.code == .refreshFailed)
            #expect(failure?.underlying as? RuleError == .offline)
        }
        #expect(await log.entries == ["r1"])
    }

    @Test("G8 G14 R-13 a rejection drops the tokens, is told once, and needs no second refresh")
    func rejection() async throws {
        let auth = auth { _, _ in throw RefreshRejection(underlying: RuleError.offline) }
        let error = await ruleError { try await auth.ruleHeader() }
        guard case AuthenticationError.Code.refreshRejected? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await auth.tokens == nil)
        for _ in 0..<3 {
            let error = await ruleError { try await auth.ruleHeader() }
            guard case AuthenticationError.notAuthenticated? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(await log.count == 1)
        #expect(await failed.count == 1)
        #expect(await updated.count == 0)
    }

    @Test("G9 R-03 a cancelled caller leaves at once; the others, and the result, stay")
    func cancelledCaller() async throws {
        let gate = RuleGate()
        let entered = RuleGate()
        let auth = auth { _, _ in
            await entered.open()
            await gate.wait()
            return TokenPair(accessToken: Task.isCancelled ? "cancelled" : "A2", refreshToken: "r2")
        }
        let leaving = Task { try await auth.ruleHeader() }
        await entered.wait()
        let staying = Task { try await auth.ruleHeader() }
        let joining = Task { try await auth.newAccessToken() }
        leaving.cancel()
        joining.cancel()
        #expect(await ruleError { try await leaving.value } is CancellationError)
        #expect(await ruleError { try await joining.value } is CancellationError)
        await gate.open()
        #expect(try await staying.value == "Bearer A2")
        #expect(try await auth.tokens == TokenPair(accessToken: "A2", refreshToken: "r2"))
        #expect(await log.count == 1)
    }

    @Test("G9 R-03 the refresh outlives its only caller")
    func onlyCaller() async throws {
        let gate = RuleGate()
        let entered = RuleGate()
        let auth = auth { _, _ in
            await entered.open()
            await gate.wait()
            try Task.checkCancellation()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let only = Task { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
        await entered.wait()
        only.cancel()
        #expect(await ruleError { try await only.value } is CancellationError)
        await gate.open()
        #expect(try await auth.accessToken() == "A2")
        #expect(await log.count == 1)
    }

    @Test("R-17 a refresh that never answers ends by its limit and frees the slot")
    func timeLimit() async throws {
        let never = RuleGate()
        let auth = auth(timeout: .milliseconds(500)) { number, _ in
            if number == 1 { await never.wait() }
            return TokenPair(accessToken: "A\(number)", refreshToken: "r2")
        }
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<3 { group.addTask { await ruleError { try await auth.accessToken() } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let timedOut = errors.filter { if case AuthenticationError.refreshTimedOut? = $0 { true } else { false } }
        #expect(!timedOut.isEmpty)
        #expect(timedOut.count == errors.compactMap { $0 }.count)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(await failed.count == 0)
        await never.open()
        #expect(try await auth.accessToken() == "A2")
    }

    @Test("R-06 hooks run after the slot is free, so they may use the method")
    func hooks() async throws {
        let box = RuleBox<JWTAuth>()
        let seen = RuleLog<String>()
        let done = RuleGate()
        let handler: @Sendable (String) async throws -> TokenPair = { [log] token in
            if await log.add(token) == 2 { throw RefreshRejection() }
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let auth = JWTAuth(
            initialTokens: first, refreshHandler: handler,
            onTokensUpdated: { _ in await seen.add((try? await box.get().accessToken()) ?? "failed") },
            onRefreshFailed: { _ in
                await seen.add("\(String(describing: await ruleError { try await box.get().accessToken() }))")
                await done.open()
            })
        await box.set(auth)
        #expect(try await auth.accessToken() == "A2")
        #expect(await ruleError { try await auth.newAccessToken() } is AuthenticationError)
        await done.wait()
        #expect(await seen.entries.first == "A2")
        #expect(await seen.entries.last?.contains("\(AuthenticationError.notAuthenticated)") == true)
        #expect(await seen.count == 2)
    }

    @Test("S1-12 ifAvailable sends the request unchanged when nobody is signed in, or a refresh is rejected")
    func ifAvailable() async throws {
        var request = try ruleRequest()
        request.setValue("Basic own", forHTTPHeaderField: "Authorization")
        let signedOut = JWTAuth { _ in throw RuleError.offline }
        #expect(try await signedOut.ifAvailable.authenticate(request: request) == request)
        let rejected = auth { _, _ in throw RefreshRejection() }
        #expect(try await rejected.ifAvailable.authenticate(request: ruleRequest()) == ruleRequest())
        #expect(await log.count == 1)
        #expect(try await rejected.ifAvailable.authenticate(request: request) == request)
        let response = try ruleResponse(401)
        #expect(try !rejected.ifAvailable.shouldReauthenticate(after: response, body: Data(), to: ruleRequest()))
        let offline = auth { _, _ in throw RuleError.offline }
        let refused = await ruleError { try await offline.ifAvailable.authenticate(request: ruleRequest()) }
        #expect(refused is AuthenticationError)
        let good = auth(TokenPair(accessToken: "A1")) { _, _ in throw RuleError.offline }
        let bare = try await good.ifAvailable.authenticate(request: ruleRequest())
        #expect(bare.value(forHTTPHeaderField: "Authorization") == "Bearer A1")
        #expect(good.ifAvailable.maxRetryAttempts == 1)
        let custom = CustomAuth { _ in throw RuleError.offline }.ifAvailable
        #expect(await ruleError { try await custom.authenticate(request: ruleRequest()) } as? RuleError == .offline)
    }

    @Test("R-21 a request that has its own Authorization keeps it and starts no refresh")
    func ownAuthorization() async throws {
        let auth = auth { _, _ in throw RuleError.offline }
        var request = try ruleRequest()
        request.setValue("Basic own", forHTTPHeaderField: "authorization")
        let sent = try await auth.authenticate(request: request)
        #expect(sent.value(forHTTPHeaderField: "Authorization") == "Basic own")
        #expect(await log.count == 0)
    }
}
