import Endpoints
import TestSupport
import Testing

@Suite("JWTAuth saves what it gets", .timeLimit(.minutes(5)))
struct JWTStorageRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test(
        "R-10 S3-8 the new pair is stored before any request leaves with it", arguments: [true, false])
    func savedBeforeSent(isExpired: Bool) async throws {
        let gate = RuleGate()
        let store = account.store(isExpired ? .ruleExpired : .rule(1))
        store.hold(.save, behind: gate)
        let auth = account.auth(store: store)
        let transport = account.transport(accepting: ["A2"])
        let calls = (0..<5).map { _ in Task { try await RuleAccount.call(auth, over: transport) } }
        await journal.wait(for: "save A2")
        await ruleSettle()
        #expect(journal.count("send A2") == 0)
        #expect(journal.count("updated A2") == 0)
        await gate.open()
        for call in calls { try await call.value }
        let lines = journal.lines
        let saved = try #require(lines.firstIndex(of: "saved A2"))
        let updated = try #require(lines.firstIndex(of: "updated A2"))
        let sent = try #require(lines.firstIndex(of: "send A2"))
        #expect(saved < updated && updated < sent, "\(lines)")
        #expect(journal.count("send A2") == 5)
        #expect(account.refreshes == ["r1"])
        #expect(journal.count("save A2") == 1)
        #expect(store.pair == .rule(2))
    }

    @Test("R-10 R-18 a refresh locks the store, reads it again, and saves before it unlocks")
    func order() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        let before = journal.lines.count
        #expect(try await auth.newAccessToken() == "A2")
        let lines = Array(journal.lines[before...])
        #expect(lines.filter { $0 != "updated A2" } == ["lock", "load", "refresh r1", "save A2", "saved A2", "unlock"])
    }

    @Test("R-10 a relaunch presents the token of the last refresh")
    func relaunch() async throws {
        let store = account.store(.rule(1))
        _ = try await account.auth(store: store).newAccessToken()
        let second = account.auth(store: store) { _, token in
            token == "r2" ? .rule(3) : .ruleOther
        }
        #expect(try await second.accessToken() == "A2")
        #expect(try await second.newAccessToken() == "A3")
        #expect(account.refreshes == ["r1", "r2"])
        #expect(store.pair == .rule(3))
    }

    @Test("R-10 R-23 S0-28 a save that fails fails those who wait; others use the pair, and it is saved a second later")
    func failedSave() async throws {
        let store = account.store(.ruleExpired)
        store.fail(.save)
        let clock = ManualClock()
        let auth = account.auth(store: store, limit: clock)
        let error = await ruleError { try await auth.accessToken() }
        let failure = try #require(error as? AuthenticationError)
        #expect(failure.code == .storageFailed)
        #expect(failure.underlying is RuleStore.Failure)
        #expect(auth.state == .storageFailed)
        #expect(store.pair == .ruleExpired)
        #expect(account.hookCount == 0)
        let before = journal.lines.count
        let transport = account.transport(accepting: ["A2"])
        try await RuleAccount.call(auth, over: transport)
        #expect(Array(journal.lines[before...]) == ["send A2"])
        await advance(clock, until: "saved A2")
        for await state in auth.states where state == .authenticated { break }
        #expect(store.pair == .rule(2))
        #expect(auth.state == .authenticated)
        #expect(account.refreshes == ["r1"])
        #expect(journal.lines.filter { $0.hasPrefix("updated") } == ["updated A2"])
        #expect(try await auth.newAccessToken() == "A3")
        #expect(account.refreshes == ["r1", "r2"])
    }

    @Test("R-23 while nothing can be saved requests use the new pair, nothing is deleted, and no token is used up")
    func neverSaved() async throws {
        let store = account.store(.ruleExpired)
        store.fail(.save, times: 100)
        let clock = ManualClock()
        let auth = account.auth(store: store, limit: clock)
        let transport = account.transport(accepting: ["A2"])
        #expect(await ruleFault { try await auth.ruleHeader() } == "storageFailed")
        for _ in 0..<4 {
            try await RuleAccount.call(auth, over: transport)
            #expect(auth.state == .storageFailed)
        }
        #expect(transport.requests.count == 4)
        #expect(journal.count("save A2") == 1)
        #expect(account.refreshes == ["r1"])
        #expect(journal.count("clear") == 0)
        #expect(account.hookCount == 0)
        #expect(store.pair == .ruleExpired)
        #expect(try await auth.tokens == .rule(2))
        for tries in 2..<5 {
            await advance(clock, until: "save A2", count: tries)
        }
        store.recover(.save)
        await advance(clock, until: "saved A2")
    }

    /// Lets seconds pass until the journal has a line.
    private func advance(_ clock: ManualClock, until line: String, count: Int = 1) async {
        while journal.count(line) < count {
            await ruleSettle()
            clock.advance(by: .seconds(1))
        }
    }

    @Test("R-10 R-04 everybody who waits for a refresh that can't be saved is told so")
    func allWaiters() async throws {
        let gate = RuleGate()
        let store = account.store(.ruleExpired)
        store.hold(.save, behind: gate)
        store.fail(.save, times: 100)
        let auth = account.auth(store: store)
        let waiters = (0..<10).map { _ in Task { try await auth.accessToken() } }
        await journal.wait(for: "save A2")
        await ruleSettle()
        await gate.open()
        for waiter in waiters { #expect(await ruleFault(of: waiter) == "storageFailed") }
        #expect(account.refreshes == ["r1"])
    }

    @Test("R-10 R-18 an unsaved pair is newer than what the store has: the old one is not taken up again")
    func unsavedIsNewer() async throws {
        let store = account.store(.rule(1))
        store.fail(.save, times: 2)
        let auth = account.auth(store: store)
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        #expect(try await auth.tokens?.accessToken != "A1")
        let token = try await auth.newAccessToken()
        #expect(token != "A1")
        #expect(account.refreshes.count { $0 == "r1" } == 1, "\(journal.lines)")
        #expect(store.pair?.accessToken == token)
    }

    @Test("R-10 a refused replay after a relaunch says once that the user must sign in again")
    func refusedReplay() async throws {
        let store = account.store(.rule(1))
        store.fail(.save)
        // The process is gone before it tries to save again.
        let lost = account.auth(store: store, limit: ManualClock())
        #expect(await ruleFault { try await lost.newAccessToken() } == "storageFailed")
        let relaunched = account.auth(store: store) { _, _ in throw RefreshRejection() }
        let transport = account.transport(accepting: [])
        let error = await ruleError { try await RuleAccount.call(relaunched, over: transport) }
        guard case SampleItem.TaskError.authenticationError(.refreshRejected)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for _ in 0..<3 { #expect(await ruleFault { try await relaunched.accessToken() } == "notAuthenticated") }
        #expect(account.refreshes == ["r1", "r1"])
        #expect(journal.count("failed") == 1)
        #expect(journal.count("send A1") == 1)
        #expect(store.pair == nil)
    }

    @Test("G9 R-03 a caller that leaves during the save leaves at once and alone")
    func cancelledDuringSave() async throws {
        let gate = RuleGate()
        let store = account.store(.ruleExpired)
        store.hold(.save, behind: gate)
        let auth = account.auth(store: store)
        let leaving = Task { try await auth.accessToken() }
        await journal.wait(for: "save A2")
        leaving.cancel()
        #expect(await ruleFault(of: leaving) == "cancelled")
        #expect(journal.count("saved A2") == 0)
        await gate.open()
        #expect(try await auth.accessToken() == "A2")
        #expect(store.pair == .rule(2))
        #expect(account.refreshes == ["r1"])
    }

    @Test("R-13 G14 a rejection that can't be cleared from the store is final all the same")
    func rejectionNotCleared() async throws {
        let store = account.store(.ruleExpired)
        store.fail(.clear, times: 100)
        let auth = account.auth(store: store) { _, _ in throw RefreshRejection() }
        let transport = account.transport(accepting: ["A1"])
        for _ in 0..<3 {
            #expect(await ruleError { try await RuleAccount.call(auth, over: transport) } != nil)
        }
        #expect(transport.requests.isEmpty)
        #expect(account.refreshes == ["r1"], "\(journal.lines)")
        #expect(journal.count("failed") == 1)
    }
}
