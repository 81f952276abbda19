import Endpoints
import TestSupport
import Testing

/// What ends a generation.
private enum Command: CaseIterable, Sendable {
    case logout, clearTokens, setTokens, login, logoutAndLogin

    /// Whether nobody is signed in afterwards.
    var isSignOut: Bool { self == .logout || self == .clearTokens }
    /// What those get who wait; a sign-out has sent them away before the next sign-in came.
    var fault: String { self == .setTokens || self == .login ? "signInReplaced" : "notAuthenticated" }
    var pair: TokenPair? { isSignOut ? nil : .ruleOther }

    func perform(on auth: JWTAuth) async throws {
        switch self {
        case .logout: try await auth.logout()
        case .clearTokens: try await auth.clearTokens()
        case .setTokens: try await auth.setTokens(.ruleOther)
        case .login: try await auth.login { .ruleOther }
        case .logoutAndLogin:
            try await auth.logout()
            try await auth.login { .ruleOther }
        }
    }
}

/// How a refresh ends that is too late.
private enum Ending: CaseIterable, Sendable {
    case pair, temporary, rejection

    func result() throws -> TokenPair {
        switch self {
        case .pair: .rule(2)
        case .temporary: throw RuleError.offline
        case .rejection: throw RefreshRejection()
        }
    }
}

@Suite("JWTAuth and its generations", .timeLimit(.minutes(5)))
struct JWTGenerationRulesTests {
    private let account = RuleAccount()
    private let gate = RuleGate()
    private var journal: RuleJournal { account.journal }

    @Test(
        "G10 R-11 whatever a refresh ends with after a sign-out or a new sign-in counts for nothing",
        arguments: Command.allCases, Ending.allCases)
    private func late(command: Command, ending: Ending) async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { [gate, journal] _, _ in
            await gate.wait()
            journal.note("ended")
            return try ending.result()
        }
        let transport = account.transport(accepting: ["A2", "B1"])
        let waiters = (0..<5).map { _ in Task { try await RuleAccount.call(auth, over: transport) } }
        let forced = Task { try await auth.newAccessToken() }
        await journal.wait(for: "refresh r1")
        await ruleWaiters(6, of: auth)
        try await command.perform(on: auth)
        for waiter in waiters { #expect(await faultName(of: waiter) == command.fault) }
        #expect(await ruleFault(of: forced) == command.fault)
        #expect(journal.count("ended") == 0, "nobody waited for the late result")
        await gate.open()
        await journal.wait(for: "ended")
        await ruleSettle()
        #expect(store.pair == command.pair)
        #expect(try await auth.tokens == command.pair)
        #expect(journal.count("save A2") == 0)
        #expect(journal.count("send A2") == 0 && journal.count("send A1") == 0)
        #expect(account.hookCount == 0)
        #expect(auth.state == (command.isSignOut ? .unauthenticated : .authenticated))
        #expect(account.refreshes == ["r1"])
    }

    @Test("G10 R-11 a save that is under way at a sign-out or a new sign-in is undone", arguments: Command.allCases)
    private func duringSave(command: Command) async throws {
        let store = account.store(.ruleExpired)
        store.hold(.save, behind: gate)
        let auth = account.auth(store: store)
        let waiter = Task { try await auth.ruleHeader() }
        await journal.wait(for: "save A2")
        let commanding = Task { try await command.perform(on: auth) }
        await ruleSettle()
        await gate.open()
        try await commanding.value
        await ruleSettle()
        #expect(store.pair == command.pair, "\(journal.lines)")
        #expect(try await auth.tokens == command.pair)
        #expect(await ruleFault(of: waiter) == command.fault)
        #expect(account.hookCount == 0)
    }

    @Test("G10 a refresh of an earlier generation neither ends nor feeds a later one", arguments: Ending.allCases)
    private func twoRefreshes(ending: Ending) async throws {
        let second = RuleGate()
        let auth = account.auth(.ruleExpired) { [gate, journal] number, _ in
            await (number == 1 ? gate : second).wait()
            journal.note("ended \(number)")
            return try number == 1 ? ending.result() : TokenPair(accessToken: "B2", refreshToken: "s2")
        }
        let early = Task { try await auth.ruleHeader() }
        await journal.wait(for: "refresh r1")
        try await auth.setTokens(TokenPair(accessToken: "B1", refreshToken: "s1", expiresAt: .distantPast))
        let late = Task { try await auth.ruleHeader() }
        await journal.wait(for: "refresh s1")
        await gate.open()
        await journal.wait(for: "ended 1")
        await ruleSettle()
        #expect(auth.state == .refreshing)
        await second.open()
        #expect(try await late.value == "Bearer B2")
        #expect(await ruleFault(of: early) == "signInReplaced")
        #expect(account.refreshes == ["r1", "s1"])
        #expect(journal.lines.filter { $0.hasPrefix("updated") || $0 == "failed" } == ["updated B2"])
    }

    @Test("G10 R-17 the time limit of an earlier generation's refresh does not end a later one's")
    func earlierLimit() async throws {
        let second = RuleGate()
        let limit = ManualClock()
        let auth = account.auth(.ruleExpired, limit: limit) { [gate] number, _ in
            await (number == 1 ? gate : second).wait()
            return TokenPair(accessToken: "B2", refreshToken: "s2")
        }
        let early = Task { try await auth.ruleHeader() }
        try await limit.sleepers(1)
        limit.advance(by: .seconds(50))
        try await auth.setTokens(TokenPair(accessToken: "B1", refreshToken: "s1", expiresAt: .distantPast))
        let late = Task { try await auth.ruleHeader() }
        await journal.wait(for: "refresh s1")
        try await limit.sleepers(2)
        limit.advance(by: .seconds(20))
        await ruleSettle()
        #expect(auth.state == .refreshing)
        await second.open()
        #expect(try await late.value == "Bearer B2")
        #expect(await ruleFault(of: early) == "signInReplaced")
        await gate.open()
    }

    @Test("R-11 a 401 for a token of an ended generation starts no refresh", arguments: Command.allCases)
    private func late401(command: Command) async throws {
        let auth = account.auth(.rule(1))
        #expect(try await auth.ruleHeader() == "Bearer A1")
        try await command.perform(on: auth)
        let fault = await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
        #expect(fault == (command.isSignOut ? "notAuthenticated" : "signInReplaced"))
        #expect(account.refreshes.isEmpty)
        #expect(try await auth.tokens == command.pair)
    }

    @Test("R-11 later needs can't undo a sign-out that came during a refresh")
    func staysSignedOut() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { [gate, journal] _, _ in
            await gate.wait()
            journal.note("ended")
            return .rule(2)
        }
        let caller = Task { try await auth.ruleHeader() }
        await journal.wait(for: "refresh r1")
        try await auth.logout()
        let later = (0..<20).map { _ in Task { try await auth.ruleHeader() } }
        for task in later { #expect(await ruleFault(of: task) == "notAuthenticated") }
        await gate.open()
        await journal.wait(for: "ended")
        for _ in 0..<20 { #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated") }
        #expect(await ruleFault(of: caller) == "notAuthenticated")
        #expect(store.pair == nil)
        #expect(account.refreshes == ["r1"])
    }

    private func faultName(of task: Task<Void, any Error>) async -> String {
        await ruleFault {
            do {
                try await task.value
            } catch SampleItem.TaskError.authenticationError(let error) {
                throw error
            }
        }
    }
}
