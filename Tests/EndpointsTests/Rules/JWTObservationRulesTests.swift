import Endpoints
import Testing

@Suite("Observations of a JWTAuth", .timeLimit(.minutes(5)))
struct JWTObservationRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test("S1-28 an observation that is cancelled ends, and nothing else ends with it", arguments: [true, false])
    func cancelled(isLogin: Bool) async throws {
        let gate = RuleGate()
        let work: @Sendable () async throws -> TokenPair = { [journal] in
            journal.note("work")
            await gate.wait()
            return Task.isCancelled ? .rule(99) : .rule(2)
        }
        let auth = account.auth(isLogin ? nil : .ruleExpired) { _, _ in try await work() }
        let observed = RuleLog<AuthenticationState>()
        let observation = Task {
            for await state in auth.states {
                await observed.add(state)
                journal.note("observed \(state)")
            }
        }
        let caller = Task { if isLogin { try await auth.login(work) } else { _ = try await auth.accessToken() } }
        await journal.wait(for: "work")
        await journal.wait(for: isLogin ? "observed authenticating" : "observed refreshing")
        let other = Task { await auth.states.first { $0 == .authenticated } }
        observation.cancel()
        await observation.value
        await gate.open()
        try await caller.value
        #expect(try await auth.accessToken() == "A2")
        #expect(await other.value == .authenticated)
        #expect(await observed.entries.last == (isLogin ? .authenticating : .refreshing))
    }

    @Test("S1-28 an observation that is cancelled while the store is read leaves the reading alone")
    func cancelledWhileLoading() async throws {
        let gate = RuleGate()
        let store = account.store(.rule(1))
        store.hold(.load, behind: gate)
        let auth = account.auth(store: store)
        let observation = Task { for await _ in auth.states {} }
        await journal.wait(for: "load")
        observation.cancel()
        await observation.value
        await gate.open()
        #expect(try await auth.ruleHeader() == "Bearer A1")
        #expect(journal.count("load") == 1)
    }

    @Test("S1-40 who sees authenticated finds the tokens in the store", arguments: 0..<3)
    func storedFirst(way: Int) async throws {
        let gate = RuleGate()
        let store = account.store(way == 2 ? .ruleExpired : nil)
        store.hold(.save, behind: gate)
        let auth = account.auth(store: store)
        if way == 2 { _ = try await auth.tokens } else { #expect(await !auth.isAuthenticated) }
        let found = Task { () -> TokenPair? in
            var isUnderWay = way != 2
            for await state in auth.states {
                if state == .authenticated, isUnderWay { return store.pair }
                if state == .refreshing { isUnderWay = true }
                journal.note("observed \(state)")
            }
            return nil
        }
        await journal.wait(for: way == 2 ? "observed authenticated" : "observed unauthenticated")
        let caller = Task {
            switch way {
            case 0: try await auth.login { .rule(2) }
            case 1: try await auth.setTokens(.rule(2))
            default: _ = try await auth.accessToken()
            }
        }
        await journal.wait(for: "save A2")
        #expect(way == 2 ? auth.state == .refreshing : auth.state != .authenticated)
        if way == 2 { await journal.wait(for: "observed refreshing") }
        await gate.open()
        try await caller.value
        #expect(await found.value == .rule(2))
    }

    @Test("S1-43 the state is settled when a command or a need returns")
    func settled() async throws {
        let auth = account.auth { number, _ in
            if number > 1 { throw RefreshRejection() }
            return .rule(2)
        }
        for _ in 0..<20 {
            try await auth.login { .rule(1) }
            #expect(auth.state == .authenticated)
            try await auth.logout()
            #expect(auth.state == .unauthenticated)
            try await auth.setTokens(.rule(1))
            #expect(auth.state == .authenticated)
            #expect(await auth.isAuthenticated)
        }
        _ = try await auth.newAccessToken()
        #expect(auth.state == .authenticated)
        _ = await ruleFault { try await auth.newAccessToken() }
        #expect(auth.state == .unauthenticated)
    }

    @Test("S1-43 the stream ends with its account, whatever the account has done", arguments: 0..<6)
    func ends(past: Int) async throws {
        let hasStore = past == 1 || past == 5
        var auth: JWTAuth? = account.auth(
            hasStore ? nil : .rule(1), store: hasStore ? account.store(.rule(1)) : nil
        ) { number, _ in
            if past == 4 { throw RefreshRejection() }
            return .rule(number + 1)
        }
        let streams = try [#require(auth?.states), #require(auth?.states)]
        switch past {
        case 1: _ = try await auth?.ruleHeader()
        case 2: _ = try await auth?.newAccessToken()
        case 3: try await auth?.login { .ruleOther }
        case 4: _ = await ruleFault { try await auth?.newAccessToken() }
        default: break
        }
        weak let gone = auth
        auth = nil
        for stream in streams {
            for await _ in stream {}  // Goes on only when the stream ends.
        }
        #expect(!Task.isCancelled)
        #expect(gone == nil)
    }

    @Test("S1-27 the last state is never lost, however fast the changes come")
    func lastState() async throws {
        let store = account.store()
        let auth = account.auth(store: store)
        let observation = Task { await auth.states.first { $0 == .storageFailed } }
        for _ in 0..<200 {
            try await auth.setTokens(.rule(1))
            try await auth.logout()
        }
        store.fail(.save)
        #expect(await ruleFault { try await auth.setTokens(.rule(1)) } == "storageFailed")
        #expect(await observation.value == .storageFailed)
    }
}
