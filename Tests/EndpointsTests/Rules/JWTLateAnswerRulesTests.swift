import Endpoints
import TestSupport
import Testing

/// What becomes of a refresh token and its note when the answer can't be read, or comes after the time limit.
@Suite("JWTAuth and answers that are late or can't be read", .timeLimit(.minutes(5)))
struct JWTLateAnswerRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test("R-23 an answer without an access token ends the note: nobody waits for the rest of it")
    func unreadable() async throws {
        let store: any TokenStorage = InMemoryTokenStorage(.ruleExpired)
        let auth = JWTAuth(
            initialTokens: nil, storage: store, configuration: .init(now: { [clock = account.clock] in clock.now }),
            clock: ManualClock()
        ) { _ in TokenPair(accessToken: "", refreshToken: "r1") }
        #expect(await ruleFault { try await auth.accessToken() } == "refreshFailed")
        let note = RefreshNote(
            id: UUID(), tokenHash: RefreshNote.hash(of: "r1"), notedAt: account.clock.now,
            until: account.clock.now.addingTimeInterval(1))
        #expect(try await store.prepareRefresh(note) == nil)
    }

    @Test("R-23 R-13 a rejection after the time limit ends the sign-in, and the refresh token is not presented again")
    func lateRejection() async throws {
        let (gate, limit) = (RuleGate(), ManualClock())
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store, limit: limit) { _, _ in
            await gate.wait()
            throw RefreshRejection()
        }
        let caller = Task { try await auth.accessToken() }
        await journal.wait(for: "refresh r1")
        try await limit.sleepers(1)
        limit.advance(by: .seconds(60))
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        await gate.open()
        await journal.wait(for: "failed")
        #expect(await ruleFault { try await auth.accessToken() } == "notAuthenticated")
        #expect(account.refreshes == ["r1"])
        #expect(store.pair == nil)
        #expect(journal.count("failed") == 1)
        #expect(auth.state == .unauthenticated)
    }

    @Test("R-23 an answer that comes at the moment of the time limit is kept", arguments: 1...20)
    func atTheLimit(round: Int) async throws {
        let (gate, limit) = (RuleGate(), ManualClock())
        let auth = account.auth(.ruleExpired, limit: limit) { number, _ in
            if number == 1 { await gate.wait() }
            return .rule(number + 1)
        }
        let caller = Task { try? await auth.accessToken() }
        await journal.wait(for: "refresh r1")
        try await limit.sleepers(1)
        async let answer: Void = gate.open()
        limit.advance(by: .seconds(60))
        await answer
        _ = await caller.value
        await ruleSettle()
        #expect(try await auth.accessToken() == "A2")
        #expect(account.refreshes == ["r1"])
    }

    @Test("R-23 nobody waits without end for an owner who can't save its pair and goes on to hold the old token")
    func heldToken() async throws {
        let (store, clock): (any TokenStorage, ManualClock) = (InMemoryTokenStorage(.ruleExpired), ManualClock())
        func note(from date: Date) -> RefreshNote {
            RefreshNote(
                id: id, tokenHash: RefreshNote.hash(of: "r1"), notedAt: date, until: date.addingTimeInterval(10))
        }
        let id = UUID()
        #expect(try await store.prepareRefresh(note(from: account.clock.now)) == nil)
        let auth = JWTAuth(
            initialTokens: nil, storage: store, configuration: .init(now: { [clock = account.clock] in clock.now }),
            clock: clock
        ) { [journal] token in
            journal.note("refresh \(token)")
            return .rule(2)
        }
        let caller = Task { try await auth.accessToken() }
        for _ in 1...10 {
            try await clock.sleepers(1)
            account.clock.advance(by: 1)
            #expect(try await store.prepareRefresh(note(from: account.clock.now)) == nil)
            clock.advance(by: .seconds(1))
        }
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        #expect(account.refreshes.isEmpty)
        #expect(try await auth.tokens == .ruleExpired)
        try await store.finishRefresh(note(from: account.clock.now), .neverSent)
        #expect(try await auth.accessToken() == "A2")
    }

    @Test("R-23 a handler ends with the note about its token, also when writing the note took a while")
    func slowNote() async throws {
        let limit = ManualClock()
        let auth = JWTAuth(
            initialTokens: nil, storage: SlowNoteStore(clock: account.clock),
            configuration: .init(now: { [clock = account.clock] in clock.now }), clock: limit
        ) { [journal] token in
            journal.note("refresh \(token)")
            do { try await Task.sleep(for: .seconds(3_600)) } catch { journal.note("cancelled") }
            throw RuleError.offline
        }
        let caller = Task { try await auth.accessToken() }
        await journal.wait(for: "refresh r1")
        try await limit.sleepers(1)
        limit.advance(by: .seconds(60))
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        // The note was made for 75 seconds, ten of which had passed when it was written.
        try await limit.sleepers(1)
        limit.advance(by: .seconds(4))
        await ruleSettle()
        #expect(journal.count("cancelled") == 0)
        limit.advance(by: .seconds(1))
        await journal.wait(for: "cancelled")
    }
}

/// A store whose disk takes ten seconds to keep a note.
private struct SlowNoteStore: TokenStorage {
    let clock: RuleClock

    func load() -> TokenPair? { .ruleExpired }
    func save(_ tokens: TokenPair) {}
    func clear() {}

    func prepareRefresh(_ note: RefreshNote) -> RefreshNote? {
        clock.advance(by: 10)
        return nil
    }
}
