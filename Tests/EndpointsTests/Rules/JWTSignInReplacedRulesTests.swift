import Endpoints
import Testing

/// What takes a sign-in's place.
private enum Command: CaseIterable, Sendable {
    case login, setTokens, logout, clearTokens

    var header: String? { self == .login || self == .setTokens ? "Bearer B1" : nil }
    var pair: TokenPair? { header == nil ? nil : .ruleOther }

    func perform(on auth: JWTAuth) async throws {
        switch self {
        case .login: try await auth.login { .ruleOther }
        case .setTokens: try await auth.setTokens(.ruleOther)
        case .logout: try await auth.logout()
        case .clearTokens: try await auth.clearTokens()
        }
    }
}

@Suite("JWTAuth when a sign-in is replaced or left", .timeLimit(.minutes(5)))
struct JWTSignInReplacedRulesTests {
    private let account = RuleAccount()
    private let gate = RuleGate()
    private var journal: RuleJournal { account.journal }

    /// A sign-in as A9 that can't be cancelled and ends at the gate.
    private func login(to auth: JWTAuth, fails: Bool = false) async -> Task<Void, any Error> {
        let task = Task { [journal, gate] in
            try await auth.login {
                journal.note("sign in A9")
                await gate.wait()
                journal.note("signed in A9")
                if fails { throw RuleError.offline }
                return .rule(9)
            }
        }
        await journal.wait(for: "sign in A9")
        return task
    }

    @Test(
        "S1-34 S1-42 G10 a later command ends the sign-in at once, and its late result counts for nothing",
        arguments: Command.allCases, [true, false])
    private func replaced(command: Command, fails: Bool) async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        let first = await login(to: auth, fails: fails)
        let waiters = (0..<5).map { _ in Task { try await auth.ruleHeader() } }
        await ruleSettle()
        try await command.perform(on: auth)
        #expect(await ruleFault(of: first) == (command.header == nil ? "notAuthenticated" : "cancelled"))
        #expect(journal.count("signed in A9") == 0, "its caller did not wait for the end of what was replaced")
        for waiter in waiters {
            if let header = command.header {
                #expect(try await waiter.value == header)
            } else {
                #expect(await ruleFault(of: waiter) == "notAuthenticated")
            }
        }
        await gate.open()
        await journal.wait(for: "signed in A9")
        await ruleSettle()
        #expect(journal.count("save A9") == 0)
        #expect(store.pair == command.pair)
        #expect(try await auth.tokens == command.pair)
        #expect(auth.state == (command.pair == nil ? .unauthenticated : .authenticated))
        #expect(account.hookCount == 0)
    }

    @Test(
        "S1-34 what takes a sign-in's or a refresh's place cancels its task", arguments: Command.allCases,
        [true, false])
    private func cancelsWork(command: Command, isRefresh: Bool) async throws {
        let never = Signal()
        let work: @Sendable () async throws -> TokenPair = { [journal] in
            journal.note("work")
            await never.wait()  // Ends by cancellation alone.
            journal.note(Task.isCancelled ? "cancelled" : "not cancelled")
            return .rule(9)
        }
        let auth = account.auth(isRefresh ? .ruleExpired : nil) { _, _ in try await work() }
        let caller = Task { if isRefresh { _ = try await auth.accessToken() } else { try await auth.login(work) } }
        await journal.wait(for: "work")
        try await command.perform(on: auth)
        await journal.wait(for: "cancelled")
        #expect(journal.count("cancelled") == 1)
        _ = await ruleFault(of: caller)
        #expect(try await auth.tokens == command.pair)
    }

    @Test("G9 a caller that leaves its sign-in leaves alone: the sign-in goes on")
    func cancelledCaller() async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        let caller = await login(to: auth)
        let waiter = Task { try await auth.ruleHeader() }
        let leaving = Task { try await auth.ruleHeader() }
        await ruleSettle()
        caller.cancel()
        leaving.cancel()
        #expect(await ruleFault(of: caller) == "cancelled")
        #expect(await ruleFault(of: leaving) == "cancelled")
        #expect(auth.state == .authenticating)
        await gate.open()
        #expect(try await waiter.value == "Bearer A9")
        #expect(store.pair == .rule(9))
        #expect(auth.state == .authenticated)
    }

    @Test("D-21 a sign-in takes a refresh's place, and its late result counts for nothing")
    func overRefresh() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { [journal, gate] _, _ in
            await gate.wait()
            journal.note("refreshed")
            return .rule(2)
        }
        let waiters = (0..<5).map { _ in Task { try await auth.ruleHeader() } }
        await journal.wait(for: "refresh r1")
        await ruleWaiters(5, of: auth)
        try await auth.login { .ruleOther }
        for waiter in waiters { #expect(await ruleFault(of: waiter) == "signInReplaced") }
        await gate.open()
        await journal.wait(for: "refreshed")
        await ruleSettle()
        #expect(store.pair == .ruleOther)
        #expect(journal.count("save A2") == 0)
        #expect(account.hookCount == 0)
        #expect(try await auth.ruleHeader() == "Bearer B1")
    }

    @Test("D-21 no need for a refresh takes a sign-in's place")
    func refreshWaits() async throws {
        let auth = account.auth(.ruleExpired)
        let login = await login(to: auth)
        let rejected = Task { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
        let header = Task { try await auth.ruleHeader() }
        await ruleSettle()
        #expect(account.refreshes.isEmpty)
        #expect(auth.state == .authenticating)
        await gate.open()
        try await login.value
        #expect(await ruleFault(of: rejected) == "signInReplaced")
        #expect(try await header.value == "Bearer A9")
        #expect(account.refreshes.isEmpty)
    }

    @Test("D-15 of many sign-ins at once the last one counts, and the others are told")
    func many() async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        let logins = (1...20).map { number in
            Task {
                try await auth.login {
                    for _ in 0..<number { await Task.yield() }
                    return .rule(number)
                }
                return number
            }
        }
        var winners: [Int] = []
        for login in logins {
            switch await login.result {
            case .success(let number): winners.append(number)
            case .failure(let error): #expect(error is CancellationError, "\(error)")
            }
        }
        let tokens = try await auth.tokens
        #expect(store.pair == tokens)
        #expect(winners.contains { .rule($0) == tokens }, "\(winners)")
        #expect(auth.state == .authenticated)
    }

    @Test("G6 a sign-in that signs out itself ends, and nobody is signed in")
    func signsOutItself() async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        let fault = await ruleFault {
            try await auth.login {
                try? await auth.logout()
                return .ruleOther
            }
        }
        #expect(fault == "notAuthenticated")
        #expect(try await auth.tokens == nil)
        #expect(store.pair == nil)
    }
}
