import TestSupport
import Testing

@testable import Endpoints

/// Whoever finds another owner's live note waits until its end, and reads again.
@Suite("Live notes of other owners", .timeLimit(.minutes(5)))
struct LiveNoteTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let time = RuleClock()
    private let journal = RuleJournal()
    private let storage: FileTokenStorage

    init() throws {
        folder = try TemporaryFolder()
        storage = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/own/tokens.json"))
    }

    private func auth(
        _ storage: any TokenStorage, _ refresh: @escaping @Sendable (String) async throws -> TokenPair
    ) -> JWTAuth {
        JWTAuth(
            initialTokens: nil, storage: storage,
            configuration: .init(refreshTimeout: .seconds(2), now: { [time] in time.now }), clock: clock
        ) { [journal] token in
            journal.note("refresh \(token)")
            return try await refresh(token)
        }
    }

    /// Another owner's note about a token, from now on.
    private func note(about token: String, for seconds: TimeInterval) async throws -> RefreshNote {
        let note = RefreshNote(
            id: UUID(), tokenHash: RefreshNote.hash(of: token), notedAt: time.now, until: time.after(seconds))
        #expect(try await storage.prepareRefresh(note) == nil)
        return note
    }

    /// Lets seconds pass for dates and for waits.
    private func pass(_ seconds: Int) async {
        for _ in 0..<seconds {
            await ruleSettle()
            time.advance(by: 1)
            clock.advance(by: .seconds(1))
        }
        await ruleSettle()
    }

    @Test("R-23 nobody presents a token while another owner's note lives, and one does when it is over")
    func waits() async throws {
        try await storage.save(.rule(1))
        _ = try await note(about: "r1", for: 20)
        let auth = auth(storage) { _ in .rule(2) }
        let callers = (0..<5).map { _ in Task { try await auth.newAccessToken() } }
        try await clock.sleepers(1)
        await pass(15)
        #expect(journal.count("refresh r1") == 0)
        // What comes after the note may wait by the clock too, such as for the store's lock.
        for caller in callers {
            try await pass(until: caller)
            #expect(try await caller.value == "A2")
        }
        #expect(journal.lines == ["refresh r1"])
        #expect(time.now.timeIntervalSince(RuleClock().now) >= 20)
    }

    @Test("R-23 a pair that the other owner saves meanwhile is adopted, and nothing is presented")
    func adopts() async throws {
        try await storage.save(.rule(1))
        let note = try await note(about: "r1", for: 20)
        let auth = auth(storage) { _ in .rule(9) }
        _ = try await auth.tokens
        let caller = Task { try await auth.newAccessToken() }
        try await clock.sleepers(1)
        try await storage.save(.rule(2))
        try await storage.finishRefresh(note, .adopted)
        try await pass(until: caller)
        #expect(try await caller.value == "A2")
        #expect(journal.lines.isEmpty)
    }

    @Test("R-23 R-22 a command while a caller waits for another owner's note ends the wait", arguments: [true, false])
    func ended(bySignIn: Bool) async throws {
        try await storage.save(.rule(1))
        _ = try await note(about: "r1", for: 20)
        let auth = auth(storage) { _ in .rule(2) }
        _ = try await auth.tokens
        let caller = Task { try await auth.newAccessToken() }
        try await clock.sleepers(1)
        if bySignIn { try await auth.setTokens(.ruleOther) } else { try await auth.logout() }
        #expect(await ruleFault(of: caller) == (bySignIn ? "signInReplaced" : "notAuthenticated"))
        await pass(30)
        #expect(journal.lines.isEmpty)
        #expect(try await storage.load() == (bySignIn ? .ruleOther : nil))
    }

    @Test("R-23 a note about another token, or one that is over, is in nobody's way", arguments: ["r0", "r1"])
    func notInTheWay(token: String) async throws {
        try await storage.save(.rule(1))
        _ = try await note(about: token, for: token == "r1" ? 5 : 1000)
        time.advance(by: 6)
        #expect(try await auth(storage) { _ in .rule(2) }.newAccessToken() == "A2")
        #expect(journal.lines == ["refresh r1"])
    }

    @Test("R-23 R-17 a handler that is cut off and answers late: its pair is adopted, nobody presents twice")
    func lateAnswer() async throws {
        try await storage.save(.rule(1))
        let gate = RuleGate()
        let first = auth(storage) { _ in
            await gate.wait()
            return .rule(2)
        }
        let caller = Task { try await first.newAccessToken() }
        await journal.wait(for: "refresh r1")
        try await clock.sleepers(1)
        await pass(2)
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        #expect(try names(in: "\(folder.path)/own").contains("tokens.json.refresh"))
        let second = auth(FileTokenStorage(url: storage.url)) { _ in .rule(9) }
        let other = Task { try await second.newAccessToken() }
        await pass(1)
        #expect(journal.lines == ["refresh r1"])
        await gate.open()
        try await ruleRepeat(while: { try await storage.load()?.accessToken != "A2" })
        try await pass(until: other)
        #expect(try await other.value == "A2")
        #expect(try await first.accessToken() == "A2")
        #expect(journal.lines == ["refresh r1"])
    }

    @Test("R-23 R-17 one's own next call waits for the late answer too, and presents nothing")
    func ownNextCall() async throws {
        try await storage.save(.rule(1))
        let gate = RuleGate()
        let auth = auth(storage) { _ in
            await gate.wait()
            return .rule(2)
        }
        let caller = Task { try await auth.newAccessToken() }
        await journal.wait(for: "refresh r1")
        try await clock.sleepers(1)
        await pass(2)
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        let next = Task { try await auth.newAccessToken() }
        for _ in 0..<10 { await ruleSettle() }
        #expect(journal.lines == ["refresh r1"])
        await gate.open()
        // The note has three seconds left.
        try await pass(until: next, atMost: 2)
        #expect(try await next.value == "A2")
        #expect(try await storage.load() == .rule(2))
        #expect(journal.lines == ["refresh r1"])
    }

    @Test("R-23 a late answer that is there before the note's end holds the token until its pair is stored")
    func lateAnswerAtTheEnd() async throws {
        try await storage.save(.rule(1))
        let (gate, turn) = (RuleGate(), RuleGate())
        let slow = FaultyFile(FileTokenStorage(url: storage.url))
        let first = auth(slow) { _ in
            await gate.wait()
            return .rule(2)
        }
        let caller = Task { try await first.newAccessToken() }
        await journal.wait(for: "refresh r1")
        try await clock.sleepers(1)
        await pass(2)
        #expect(await ruleFault(of: caller) == "refreshTimedOut")
        // The answer is there, and its owner's next turn in the store comes after another owner's.
        slow.after(.lock) { await turn.wait() }
        await gate.open()
        try await ruleRepeat(while: { slow.steps.last != "lock" })
        let watched = FaultyFile(FileTokenStorage(url: storage.url))
        let second = auth(watched) { _ in .rule(9) }
        let other = Task { try await second.newAccessToken() }
        try await ruleRepeat(while: { !watched.steps.contains("prepare") })
        await pass(3)
        // The note would be over by now; it runs anew since the pair is there. The other owner looks at it once more.
        try await ruleRepeat(while: { clock.sleeperCount == 0 && journal.lines.count == 1 })
        await pass(1)
        try await ruleRepeat(while: { clock.sleeperCount == 0 && journal.lines.count == 1 })
        let presented = journal.lines
        await turn.open()
        try await ruleRepeat(while: { try await storage.load()?.accessToken == "A1" })
        try await pass(until: other)
        #expect(presented == ["refresh r1"])
        #expect(try await other.value == "A2")
    }

    /// Lets seconds pass until a caller has its token; the time stands still while nobody waits for it.
    private func pass(until caller: Task<String, any Error>, atMost limit: Int = .max) async throws {
        let isDone = Locked(false)
        let watcher = Task {
            _ = await caller.result
            isDone.withLock { $0 = true }
        }
        var passed = 0
        try await ruleRepeat(while: { !isDone.withLock { $0 } }) {
            guard clock.sleeperCount > 0, passed < limit else { return }
            passed += 1
            await pass(1)
        }
        await watcher.value
    }
}
