import Endpoints
import Testing

@Suite("JWTAuth reads its store", .timeLimit(.minutes(5)))
struct JWTLoadingRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test("D-3 the store is read when it is first needed, once, however many need it")
    func lazyAndOnce() async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        store.hold(.load, behind: gate)
        let auth = account.auth(store: store)
        await ruleSettle()
        #expect(journal.lines.isEmpty)
        let needs = (0..<100).map { _ in Task { try await auth.ruleHeader() } }
        let tokens = Task { try await auth.tokens }
        let isAuthenticated = Task { await auth.isAuthenticated }
        await journal.wait(for: "load")
        await ruleSettle()
        await gate.open()
        for need in needs { #expect(try await need.value == "Bearer A1") }
        #expect(try await tokens.value == .rule(1))
        #expect(await isAuthenticated.value)
        for _ in 0..<10 { _ = try await auth.ruleHeader() }
        #expect(journal.count("load") == 1)
        #expect(journal.count(startingWith: "save") == 0)
    }

    @Test("S1-26 tokens and isAuthenticated wait for the store, each on its own", arguments: [true, false])
    func readersWait(isSignedIn: Bool) async throws {
        let gate = RuleGate()
        let pair: TokenPair? = isSignedIn ? .rule(1) : nil
        let store = account.store(pair)
        store.hold(.load, behind: gate)
        let auth = account.auth(store: store)
        let isAuthenticated = Task { await auth.isAuthenticated }
        await journal.wait(for: "load")
        #expect(auth.state == .loading)
        await gate.open()
        #expect(await isAuthenticated.value == isSignedIn)
        let other = account.auth(store: store)
        #expect(try await other.tokens == pair)
    }

    @Test("R-19 S0-27 a store that can't be read is not an empty one")
    func unreadable() async throws {
        let store = account.store(.rule(1))
        store.fail(.load)
        let auth = account.auth(store: store)
        let transport = account.transport(accepting: ["A1"])
        let error = await ruleError { try await RuleAccount.call(auth, over: transport) }
        guard case SampleItem.TaskError.authenticationError(let fault)? = error, case .storageFailed = fault,
            let cause = fault.underlying
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause is RuleStore.Failure)
        #expect(transport.requests.isEmpty)
        #expect(auth.state == .storageFailed)
        try await RuleAccount.call(auth, over: transport)
        #expect(journal.count("send A1") == 1)
        #expect(auth.state == .authenticated)
        #expect(journal.count(startingWith: "clear") == 0)
        #expect(account.hookCount == 0)
        #expect(account.refreshes.isEmpty)
        #expect(store.pair == .rule(1))
    }

    @Test(
        "G7 whatever a store throws is storageFailed, for every need",
        arguments: [
            RuleStore.Failure(), CancellationError(), AuthenticationError.notAuthenticated, RefreshRejection(),
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "half a pair")),
        ] as [any Error])
    func anyError(cause: any Error) async throws {
        let store = account.store(.rule(1))
        store.fail(.load, times: 100, with: cause)
        let auth = account.auth(store: store)
        #expect(await ruleFault { try await auth.ruleHeader() } == "storageFailed")
        #expect(await ruleFault { try await auth.accessToken() } == "storageFailed")
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        #expect(await ruleFault { try await auth.tokens } == "storageFailed")
        #expect(await !auth.isAuthenticated)
        #expect(
            await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) } == "storageFailed")
        #expect(journal.lines.allSatisfy { ["load", "lock", "unlock"].contains($0) }, "\(journal.lines)")
        store.recover(.load)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        #expect(store.pair == .rule(1))
    }

    @Test("R-19 a store that can't be read before a refresh stops the refresh; the tokens stay")
    func unreadableBeforeRefresh() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.fail(.load)
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        #expect(account.refreshes.isEmpty)
        #expect(account.hookCount == 0)
        #expect(try await auth.tokens == .rule(1))
        #expect(try await auth.newAccessToken() == "A2")
        #expect(account.refreshes == ["r1"])
        #expect(store.pair == .rule(2))
    }

    @Test("R-18 a lock that can't be had is storageFailed, and no refresh goes ahead without it")
    func noLock() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.fail(.lock)
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        #expect(account.refreshes.isEmpty)
        #expect(try await auth.newAccessToken() == "A2")
    }

    @Test("G9 a caller that leaves while the store is read leaves at once and alone")
    func cancelledWhileLoading() async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        store.hold(.load, behind: gate)
        let auth = account.auth(store: store)
        let leaving = [
            Task { _ = try await auth.ruleHeader() }, Task { _ = try await auth.tokens },
            Task { _ = try await auth.newAccessToken() },
        ]
        await journal.wait(for: "load")
        let staying = Task { try await auth.ruleHeader() }
        await ruleSettle()
        for task in leaving { task.cancel() }
        for task in leaving { #expect(await ruleFault(of: task) == "cancelled") }
        #expect(auth.state == .loading)
        await gate.open()
        #expect(["Bearer A1", "Bearer A2"].contains(try await staying.value))
        #expect(journal.count("load") - journal.count("lock") <= 1)
    }

    @Test("D-3 initial tokens count when the store has none, and are stored before they are sent")
    func initialTokens() async throws {
        let store = account.store()
        let auth = account.auth(.rule(1), store: store)
        let transport = account.transport(accepting: ["A1"])
        try await RuleAccount.call(auth, over: transport)
        let lines = journal.lines
        let saved = try #require(lines.firstIndex(of: "saved A1"))
        let sent = try #require(lines.firstIndex(of: "send A1"))
        #expect(saved < sent, "\(lines)")
        #expect(store.pair == .rule(1))
        #expect(account.hookCount == 0)
    }

    @Test("D-3 initial tokens give way to those in the store")
    func initialTokensGiveWay() async throws {
        let store = account.store(.ruleOther)
        let auth = account.auth(.rule(1), store: store)
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(try await auth.tokens == .ruleOther)
        #expect(journal.count(startingWith: "save") == 0)
    }

    @Test("G7 initial tokens are not used as long as the store can't be read or written", arguments: [true, false])
    func initialTokensUnsaved(isUnreadable: Bool) async throws {
        let store = account.store(isUnreadable ? .ruleOther : nil)
        store.fail(isUnreadable ? .load : .save)
        let auth = account.auth(.rule(1), store: store)
        #expect(await ruleFault { try await auth.ruleHeader() } == "storageFailed")
        #expect(try await auth.ruleHeader() == (isUnreadable ? "Bearer B1" : "Bearer A1"))
        #expect(store.pair == (isUnreadable ? .ruleOther : .rule(1)))
    }

    @Test("R-12 after a sign-out the initial tokens don't come back")
    func initialTokensOnce() async throws {
        let store = account.store()
        let auth = account.auth(.rule(1), store: store)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        try await auth.logout()
        for _ in 0..<3 { #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated") }
        #expect(store.pair == nil)
    }

    @Test("S1-39 a restored pair with an empty access token is renewed first, and one with nothing in it is none")
    func emptyTokens() async throws {
        let store = account.store(TokenPair(accessToken: "", refreshToken: "r1"))
        #expect(try await account.auth(store: store).ruleHeader() == "Bearer A2")
        #expect(account.refreshes == ["r1"])
        for refresh in [nil, ""] {
            let nothing = account.auth(store: account.store(TokenPair(accessToken: "", refreshToken: refresh)))
            #expect(await ruleError { try await nothing.ruleHeader() } is AuthenticationError)
        }
        #expect(account.refreshes == ["r1"])
    }
}
