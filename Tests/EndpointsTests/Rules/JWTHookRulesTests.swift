import Endpoints
import TestSupport
import Testing

@Suite("JWTAuth calls its hooks", .timeLimit(.minutes(5)))
struct JWTHookRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test(
        "G14 S0-30 a sign-in that has ended is told once, however many waited and ask later", arguments: [true, false])
    func once(hasStore: Bool) async throws {
        let gate = RuleGate()
        let auth = account.auth(hasStore ? nil : .ruleExpired, store: hasStore ? account.store(.ruleExpired) : nil) {
            _, _ in
            await gate.wait()
            throw RefreshRejection(underlying: RuleError.offline)
        }
        let waiters = (0..<10).map { _ in Task { try await auth.ruleHeader() } }
        await journal.wait(for: "refresh r1")
        await ruleSettle()
        await gate.open()
        let faults = await withTaskGroup(of: String.self) { group in
            for waiter in waiters { group.addTask { await ruleFault(of: waiter) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(faults.contains("refreshRejected"))
        #expect(faults.isSubset(of: ["refreshRejected", "notAuthenticated"]), "\(faults)")
        for _ in 0..<5 {
            #expect(await ruleFault { try await auth.newAccessToken() } == "notAuthenticated")
            let late = await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
            #expect(late == "notAuthenticated")
        }
        #expect(journal.count("failed") == 1)
        #expect(account.refreshes == ["r1"])
    }

    @Test("G14 each generation is told of its own end")
    func perGeneration() async throws {
        let auth = account.auth(.ruleExpired) { _, _ in throw RefreshRejection() }
        for generation in 1...3 {
            #expect(await ruleFault { try await auth.ruleHeader() } == "refreshRejected")
            #expect(journal.count("failed") == generation)
            try await auth.login { TokenPair(accessToken: "B", refreshToken: "s", expiresAt: .distantPast) }
        }
    }

    @Test("G14 the hook gets what the handler threw, when the state and the store say the same")
    func argument() async throws {
        let store = account.store(.ruleExpired)
        let box = RuleBox<JWTAuth>()
        let seen = RuleLog<String>()
        let auth = account.auth(
            store: store, refresh: { _, _ in throw RefreshRejection(underlying: RuleError.offline) },
            onRefreshFailed: { error in
                let auth = try? await box.get()
                await seen.add("\((error as? RefreshRejection)?.underlying as? RuleError == .offline)")
                await seen.add("\(auth?.state == .unauthenticated) \(store.pair == nil)")
            })
        await box.set(auth)
        #expect(await ruleFault { try await auth.ruleHeader() } == "refreshRejected")
        #expect(await seen.entries == ["true", "true true"])
    }

    @Test("G14 R-06 the hook for an ended sign-in may sign in again")
    func signsInAgain() async throws {
        let store = account.store(.ruleExpired)
        let box = RuleBox<JWTAuth>()
        let auth = account.auth(
            store: store, refresh: { _, _ in throw RefreshRejection() },
            onRefreshFailed: { _ in try? await box.get().login { .ruleOther } })
        await box.set(auth)
        _ = await ruleFault { try await auth.ruleHeader() }
        await journal.wait(for: "saved B1")
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(store.pair == .ruleOther)
        #expect(journal.count("failed") == 1)
    }

    @Test("G10 R-11 a hook that signs out ends the session: nothing goes out with the token it was told of")
    func hookSignsOut() async throws {
        let store = account.store(.ruleExpired)
        let box = RuleBox<JWTAuth>()
        let isOver = RuleGate()
        let auth = account.auth(
            store: store,
            onTokensUpdated: { _ in
                try? await box.get().logout()
                await isOver.open()
            })
        await box.set(auth)
        let transport = account.transport(accepting: ["A2"])
        #expect(await ruleError { try await RuleAccount.call(auth, over: transport) } != nil)
        #expect(transport.requests.isEmpty, "\(journal.lines)")
        await isOver.wait()
        #expect(store.pair == nil)
        #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated")
    }

    @Test("S4-28 every refreshed pair is told, once, whole, and only those")
    func updates() async throws {
        let store = account.store()
        let told = RuleLog<TokenPair>()
        let auth = account.auth(
            .rule(1), store: store, refresh: { number, _ in TokenPair(accessToken: "A\(number + 1)") },
            onTokensUpdated: { await told.add($0) })
        _ = try await auth.ruleHeader()
        try await auth.setTokens(.rule(1))
        try await auth.login { .rule(1) }
        #expect(await told.count == 0)
        _ = try await auth.newAccessToken()
        _ = try await auth.newAccessToken()
        let pairs = [
            TokenPair(accessToken: "A2", refreshToken: "r1"), TokenPair(accessToken: "A3", refreshToken: "r1"),
        ]
        #expect(await told.entries == pairs)
        #expect(store.pair == pairs[1])
    }

    @Test(
        "G14 R-13 no failure that may pass is told as the end of a sign-in",
        arguments: [RuleError.offline, URLError(.timedOut), CancellationError(), AuthenticationError.notAuthenticated]
            as [any Error])
    func temporary(error: any Error) async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in throw error }
        for _ in 0..<3 { #expect(await ruleFault { try await auth.ruleHeader() } == "refreshFailed") }
        #expect(account.hookCount == 0)
        #expect(store.pair == .ruleExpired)
        #expect(auth.state == .authenticated)
        #expect(account.refreshes == ["r1", "r1", "r1"])
    }

    @Test("R-17 the time limit keeps the tokens, tells no hook, and frees the slot")
    func timedOut() async throws {
        let gate = RuleGate()
        let limit = ManualClock()
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store, limit: limit) { number, _ in
            if number == 1 { await gate.wait() }
            return .rule(number + 1)
        }
        let waiters = (0..<3).map { _ in Task { try await auth.ruleHeader() } }
        await journal.wait(for: "refresh r1")
        try await limit.sleepers(1)
        await ruleSettle()
        limit.advance(by: .seconds(59))
        await ruleSettle()
        #expect(auth.state == .refreshing)
        limit.advance(by: .seconds(1))
        for waiter in waiters { #expect(await ruleFault(of: waiter) == "refreshTimedOut") }
        #expect(account.hookCount == 0)
        #expect(auth.state == .authenticated)
        // The handler goes on until its note ends, and nobody presents the token meanwhile.
        account.clock.advance(by: 76)
        #expect(try await auth.ruleHeader() == "Bearer A3")
        #expect(account.refreshes == ["r1", "r1"])
        await gate.open()
    }

    @Test("R-13 the store is cleared by a rejection, and not by a failure that may pass", arguments: [true, false])
    func clearing(isFinal: Bool) async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in
            throw isFinal ? RefreshRejection() as any Error : RuleError.offline
        }
        #expect(await ruleFault { try await auth.accessToken() } == (isFinal ? "refreshRejected" : "refreshFailed"))
        #expect(store.pair == (isFinal ? nil : .ruleExpired))
        #expect(journal.count("clear") == (isFinal ? 1 : 0))
        #expect(auth.state == (isFinal ? .unauthenticated : .authenticated))
    }
}
