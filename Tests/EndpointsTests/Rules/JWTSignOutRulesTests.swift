import Endpoints
import Testing

@Suite("JWTAuth signs out and takes tokens", .timeLimit(.minutes(5)))
struct JWTSignOutRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    private func signOut(_ auth: JWTAuth, _ isLogout: Bool) async throws {
        if isLogout { try await auth.logout() } else { try await auth.clearTokens() }
    }

    @Test("S1-25 a sign-out takes the tokens from memory and store, and calls no hook", arguments: [true, false])
    func signsOut(isLogout: Bool) async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        try await signOut(auth, isLogout)
        #expect(store.pair == nil)
        #expect(auth.state == .unauthenticated)
        #expect(try await auth.tokens == nil)
        #expect(await !auth.isAuthenticated)
        let faults = [
            await ruleFault { try await auth.ruleHeader() }, await ruleFault { try await auth.accessToken() },
            await ruleFault { try await auth.newAccessToken() },
            await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) },
        ]
        #expect(faults == Array(repeating: "notAuthenticated", count: 4))
        #expect(account.hookCount == 0)
        #expect(account.refreshes.isEmpty)
        try await signOut(auth, isLogout)
        #expect(store.pair == nil)
        #expect(try await account.auth(store: store).tokens == nil, "nobody is signed in after a relaunch")
    }

    @Test("S1-25 a sign-out that nobody needs does no harm", arguments: [true, false])
    func signsOutNobody(hasStore: Bool) async throws {
        let auth = account.auth(store: hasStore ? account.store() : nil)
        try await auth.logout()
        try await auth.clearTokens()
        #expect(auth.state == .unauthenticated)
        #expect(account.hookCount == 0)
    }

    @Test("G10 a sign-out takes effect before the store has answered")
    func atOnce() async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.hold(.clear, behind: gate)
        let logout = Task { try await auth.logout() }
        await journal.wait(for: "clear")
        #expect(auth.state == .unauthenticated)
        let need = Task { try await auth.ruleHeader() }
        await ruleSettle()
        await gate.open()
        #expect(await ruleFault(of: need) == "notAuthenticated")
        try await logout.value
        #expect(store.pair == nil)
    }

    @Test("R-12 G7 a sign-out that can't clear the store says so, is one all the same, and can be tried again")
    func notCleared() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.fail(.clear, times: 2)
        #expect(await ruleFault { try await auth.logout() } == "storageFailed")
        let transport = account.transport(accepting: ["A1"])
        for _ in 0..<3 { #expect(await ruleError { try await RuleAccount.call(auth, over: transport) } != nil) }
        #expect(transport.requests.isEmpty)
        #expect(account.hookCount == 0)
        store.recover(.clear)
        try await auth.logout()
        #expect(store.pair == nil)
        #expect(auth.state == .unauthenticated)
        try await auth.login { .ruleOther }
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(store.pair == .ruleOther)
    }

    @Test("G9 a sign-out holds also when its task is cancelled", arguments: [true, false])
    func cancelled(isBefore: Bool) async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.hold(.clear, behind: gate)
        let logout = Task {
            if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
            try await auth.logout()
        }
        await journal.wait(for: "clear")
        logout.cancel()
        #expect(await ruleFault(of: logout) == "cancelled")
        await gate.open()
        await journal.wait(for: "cleared")
        #expect(store.pair == nil)
        #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated")
    }

    @Test("D-15 tokens that came some other way take the place of those before, and are stored first")
    func setTokens() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        try await auth.setTokens(.ruleOther)
        #expect(store.pair == .ruleOther)
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(auth.state == .authenticated)
        #expect(account.hookCount == 0)
        try await auth.setTokens(TokenPair(accessToken: "C1"))
        #expect(try await auth.tokens == TokenPair(accessToken: "C1"), "nothing of the pair before is kept")
        #expect(store.pair == TokenPair(accessToken: "C1"))
        #expect(await ruleFault { try await auth.newAccessToken() } == "noRefreshToken")
    }

    @Test("S3-8 a request that starts while tokens are being stored does not overtake them")
    func setTokensSavedFirst() async throws {
        let gate = RuleGate()
        let store = account.store()
        store.hold(.save, behind: gate)
        let auth = account.auth(store: store)
        let setting = Task { try await auth.setTokens(.ruleOther) }
        await journal.wait(for: "save B1")
        let transport = account.transport(accepting: ["B1"])
        let call = Task { try await RuleAccount.call(auth, over: transport) }
        await ruleSettle()
        #expect(transport.requests.isEmpty)
        await gate.open()
        try await setting.value
        try await call.value
        #expect(journal.count("send B1") == 1)
    }

    @Test("G10 a command that comes while the store is still being read wins over what is read", arguments: 0..<3)
    func whileLoading(command: Int) async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        store.hold(.load, behind: gate)
        let auth = account.auth(store: store)
        let early = Task { try await auth.ruleHeader() }
        await journal.wait(for: "load")
        let commanding = Task {
            switch command {
            case 0: try await auth.setTokens(.ruleOther)
            case 1: try await auth.login { .ruleOther }
            default: try await auth.logout()
            }
        }
        await ruleSettle()
        await gate.open()
        try await commanding.value
        let isOut = command == 2
        #expect(store.pair == (isOut ? nil : .ruleOther))
        #expect(try await auth.tokens == (isOut ? nil : .ruleOther))
        let late = await ruleFault { try await auth.ruleHeader() }
        #expect(late == (isOut ? "notAuthenticated" : "none"))
        _ = await ruleFault(of: early)
        #expect(journal.count(startingWith: "save A1") == 0)
    }

    @Test("G7 a command needs no store that can be read: it says what is to be there", arguments: 0..<3)
    func unreadable(command: Int) async throws {
        let store = account.store(.rule(1))
        store.fail(.load, times: 100)
        let auth = account.auth(store: store)
        #expect(await ruleFault { try await auth.ruleHeader() } == "storageFailed")
        switch command {
        case 0: try await auth.setTokens(.ruleOther)
        case 1: try await auth.login { .ruleOther }
        default: try await auth.logout()
        }
        #expect(store.pair == (command == 2 ? nil : .ruleOther))
        // Signed out, the store is read again, and that it can't be is no proof that nobody is signed in there.
        let fault = await ruleFault { try await auth.ruleHeader() }
        #expect(fault == (command == 2 ? "storageFailed" : "none"))
        #expect(auth.state == (command == 2 ? .unauthenticated : .authenticated))
    }

    @Test("S1-39 tokens that say nothing are refused, and change nothing", arguments: [nil, ""])
    func emptyTokens(refresh: String?) async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        let nothing = TokenPair(accessToken: "", refreshToken: refresh)
        #expect(await ruleFault { try await auth.setTokens(nothing) } == "custom")
        #expect(try await auth.ruleHeader() == "Bearer A1")
        #expect(store.pair == .rule(1))
        #expect(await ruleError { try await auth.login { nothing } } != nil)
        #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated")
        #expect(store.pair == nil)
    }
}
