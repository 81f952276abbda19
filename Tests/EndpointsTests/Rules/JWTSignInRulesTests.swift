import Endpoints
import TestSupport
import Testing

@Suite("JWTAuth signs in", .timeLimit(.minutes(5)))
struct JWTSignInRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    /// A sign-in that writes down that it began, waits at the gate whatever is cancelled, and gives these tokens.
    private func signIn(
        _ pair: TokenPair = .ruleOther, behind gate: RuleGate? = nil
    ) -> @Sendable () async throws -> TokenPair {
        { [journal] in
            journal.note("sign in \(pair.accessToken)")
            await gate?.wait()
            return pair
        }
    }

    @Test("D-15 S1-11 requests wait for a sign-in that is under way, and go out with its token")
    func requestsWait() async throws {
        let gate = RuleGate()
        let store = account.store()
        let auth = account.auth(store: store)
        let login = Task { [self] in try await auth.login(signIn(behind: gate)) }
        await journal.wait(for: "sign in B1")
        #expect(auth.state == .authenticating)
        let transport = account.transport(accepting: ["B1"])
        let calls = (0..<10).map { _ in Task { try await RuleAccount.call(auth, over: transport) } }
        let token = Task { try await auth.accessToken() }
        await ruleSettle()
        #expect(transport.requests.isEmpty)
        await gate.open()
        try await login.value
        for call in calls { try await call.value }
        #expect(try await token.value == "B1")
        #expect(journal.count("sign in B1") == 1)
        #expect(account.refreshes.isEmpty)
        let lines = journal.lines
        let saved = try #require(lines.firstIndex(of: "saved B1"))
        let sent = try #require(lines.firstIndex { $0.hasPrefix("send") })
        #expect(saved < sent, "\(lines)")
    }

    @Test("S1-41 a sign-in signs out first: clear, then sign in, then save")
    func order() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        try await auth.login(signIn())
        let lines = journal.lines.filter { $0 != "load" && !$0.hasSuffix("lock") }
        #expect(lines == ["clear", "cleared", "sign in B1", "save B1", "saved B1"])
        #expect(auth.state == .authenticated)
        #expect(try await auth.tokens == .ruleOther)
        #expect(store.pair == .ruleOther)
        #expect(account.hookCount == 0, "a command of one's own calls no hook")
    }

    @Test(
        "S1-41 S1-29 a sign-in that fails tells its caller why, and leaves nobody signed in", arguments: [true, false])
    func fails(hasStore: Bool) async throws {
        let gate = RuleGate()
        let store = hasStore ? account.store(.rule(1)) : nil
        let auth = account.auth(hasStore ? nil : .rule(1), store: store)
        #expect(try await auth.accessToken() == "A1")
        let login = Task { [journal] in
            try await auth.login {
                journal.note("sign in")
                await gate.wait()
                throw RuleError.offline
            }
        }
        await journal.wait(for: "sign in")
        let waiters = (0..<5).map { _ in Task { try await auth.ruleHeader() } }
        await ruleSettle()
        await gate.open()
        #expect(await ruleFault(of: login) == "offline", "unchanged")
        for waiter in waiters { #expect(await ruleFault(of: waiter) == "notAuthenticated") }
        #expect(auth.state == .unauthenticated)
        #expect(try await auth.tokens == nil)
        #expect(store?.pair == nil)
        #expect(account.hookCount == 0)
        #expect(account.refreshes.isEmpty)
        try await auth.login(signIn())
        #expect(try await auth.ruleHeader() == "Bearer B1", "a later sign-in works")
    }

    @Test(
        "S1-30 the error of a sign-in reaches its caller as it is, whatever it looks like",
        arguments: [AuthenticationError.notAuthenticated, CancellationError(), RefreshRejection()] as [any Error])
    func errorUnchanged(error: any Error) async throws {
        let auth = account.auth()
        let thrown = await ruleError { try await auth.login { throw error } }
        #expect(thrown.map { type(of: $0) == type(of: error) } == true, "\(String(describing: thrown))")
        #expect(auth.state == .unauthenticated)
        #expect(account.hookCount == 0)
    }

    @Test("S1-34 S1-41 a sign-in that can't clear the store does not begin, and nobody is signed in")
    func notCleared() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.fail(.clear, times: 100)
        #expect(await ruleFault { try await auth.login(signIn()) } == "storageFailed")
        #expect(journal.count("sign in B1") == 0)
        for _ in 0..<3 {
            let fault = await ruleFault { try await auth.ruleHeader() }
            #expect(["notAuthenticated", "storageFailed"].contains(fault), "\(fault)")
        }
        store.recover(.clear)
        try await auth.login(signIn())
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(store.pair == .ruleOther)
    }

    @Test("S0-28 tokens that can't be saved are kept and saved by the next request", arguments: [true, false])
    func notSaved(isLogin: Bool) async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        store.fail(.save, times: 2)
        let fault = await ruleFault {
            if isLogin { try await auth.login(signIn()) } else { try await auth.setTokens(.ruleOther) }
        }
        #expect(fault == "storageFailed")
        #expect(auth.state == .storageFailed)
        #expect(try await auth.tokens == .ruleOther)
        let transport = account.transport(accepting: ["B1"])
        #expect(await ruleError { try await RuleAccount.call(auth, over: transport) } != nil)
        #expect(transport.requests.isEmpty)
        try await RuleAccount.call(auth, over: transport)
        #expect(transport.requests.count == 1)
        #expect(store.pair == .ruleOther)
        #expect(auth.state == .authenticated)
        #expect(journal.count("sign in B1") == (isLogin ? 1 : 0))
        #expect(account.refreshes.isEmpty)
        #expect(account.hookCount == 0)
    }

    @Test("G6 a sign-in that needs the account it signs in to is told so, at once", arguments: 0..<5)
    func reentrant(way: Int) async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        let fault = await ruleFault {
            try await auth.login {
                switch way {
                case 0: _ = try await auth.accessToken()
                case 1: _ = try await auth.newAccessToken()
                case 2: _ = try await auth.ruleHeader()
                case 3: _ = try await Task { try await auth.ruleHeader() }.value
                default:
                    async let token = auth.accessToken()
                    _ = try await token
                }
                return .ruleOther
            }
        }
        #expect(fault == "reentrantRefresh" || fault.hasPrefix("RefreshReentrancyError"), "\(fault)")
        #expect(auth.state == .unauthenticated)
        #expect(store.pair == nil)
        try await auth.login { .ruleOther }
        #expect(try await auth.ruleHeader() == "Bearer B1")
    }

    @Test("G6 a sign-in and a refresh that wait for each other are found")
    func reentrantOverTwo() async throws {
        let box = RuleBox<JWTAuth>()
        let other = account.auth(.ruleExpired) { _, _ in
            _ = try await box.get().accessToken()
            return .rule(2)
        }
        let auth = account.auth()
        await box.set(auth)
        let error = await ruleError {
            try await auth.login {
                _ = try await other.accessToken()
                return .ruleOther
            }
        }
        #expect(error != nil)
        #expect(auth.state == .unauthenticated)
    }

    @Test("D-15 a sign-in has no time limit")
    func unlimited() async throws {
        let gate = RuleGate()
        let limit = ManualClock()
        let auth = account.auth(limit: limit)
        let login = Task { [self] in try await auth.login(signIn(behind: gate)) }
        await journal.wait(for: "sign in B1")
        let waiter = Task { try await auth.ruleHeader() }
        await ruleSettle()
        limit.advance(by: .seconds(1_000_000))
        await ruleSettle()
        #expect(auth.state == .authenticating)
        await gate.open()
        try await login.value
        #expect(try await waiter.value == "Bearer B1")
    }
}
