import TestSupport
import Testing

@testable import Endpoints

/// A good pair that the store doesn't take serves the process that has it.
@Suite("A pair that can't be saved", .timeLimit(.minutes(5)))
struct UnsavedPairTests {
    private let clock = ManualClock()
    private let time = RuleClock()
    private let store: FaultyFile
    private let folder: TemporaryFolder
    private let presented = Locked<[String]>([])

    init() throws {
        folder = try TemporaryFolder()
        store = FaultyFile(FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/own/tokens.json")))
    }

    /// A sign-in whose renewed pair the store didn't take.
    private func unsaved() async throws -> JWTAuth {
        try await store.file.save(.rule(1))
        store.fail(.save)
        let auth = JWTAuth(
            initialTokens: nil, storage: store,
            configuration: .init(refreshTimeout: .seconds(2), now: { [time] in time.now }), clock: clock
        ) { [presented] token in
            let count = presented.withLock { presented in
                presented.append(token)
                return presented.count
            }
            return .rule(count + 1)
        }
        #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
        return auth
    }

    private var saves: Int { store.steps.count { $0 == "save" } }

    private func pass(_ milliseconds: Int) async {
        time.advance(by: TimeInterval(milliseconds) / 1000)
        clock.advance(by: .milliseconds(milliseconds))
        await ruleSettle()
    }

    @Test("R-23 it serves every call of the process, and a hundred calls try to save it no more than one does")
    func serves() async throws {
        let auth = try await unsaved()
        for _ in 0..<100 { #expect(try await auth.accessToken() == "A2") }
        #expect(auth.state == .storageFailed)
        #expect(saves == 1)
        for _ in 0..<9 {
            await pass(100)
            #expect(try await auth.accessToken() == "A2")
        }
        #expect(saves == 1, "not before a second is over")
        #expect(presented.withLock { $0 } == ["r1"])
    }

    @Test("R-23 it is saved again at most once a second, until it is stored; then the note goes")
    func triesAgain() async throws {
        let auth = try await unsaved()
        let before = saves
        for second in 1...10 {
            for _ in 0..<4 {
                // A try that takes long is over before the next one is planned.
                try await clock.sleepers(1)
                await pass(250)
                for _ in 0..<5 { #expect(try await auth.accessToken() == "A2") }
            }
            #expect(saves - before <= second)
        }
        #expect(saves > before)
        store.recover()
        try await ruleRepeat(while: { auth.state != .authenticated }) { await pass(250) }
        try await ruleRepeat(while: { try names(in: "\(folder.path)/own").contains("tokens.json.refresh") })
        #expect(try await store.file.load() == .rule(2))
        #expect(presented.withLock { $0 } == ["r1"])
    }

    @Test("R-23 meanwhile the note is prolonged, so that no other owner presents the spent token")
    func prolonged() async throws {
        let auth = try await unsaved()
        let first = try #require(store.notes.first)
        for _ in 0..<80 {
            // The next try is planned when the one before has come to its end, which takes a disk.
            try await clock.sleepers(1)
            await pass(250)
            let last = try #require(store.notes.last)
            #expect(last.id == first.id)
            #expect(last.until > time.now, "another owner would present the token now")
        }
        #expect(time.now > first.until)
        #expect(try await auth.accessToken() == "A2")
        let other = RefreshNote(
            id: UUID(), tokenHash: first.tokenHash, notedAt: time.now, until: time.after(10))
        #expect(try await store.file.prepareRefresh(other)?.id == first.id)
    }

    @Test("R-23 what is stored instead meanwhile by another sign-in is taken, and the unsaved pair is dropped")
    func replacedMeanwhile() async throws {
        let auth = try await unsaved()
        let other = JWTAuth(storage: FileTokenStorage(url: store.file.url)) { _ in throw RuleError.offline }
        try await other.login { .ruleOther }
        store.recover()
        try await ruleRepeat(while: { auth.state != .authenticated }) { await pass(250) }
        #expect(try await auth.accessToken() == "B1")
        #expect(try await store.file.load() == .ruleOther)
    }

    @Test("R-23 a sign-out drops it, and nothing is saved afterwards")
    func signOut() async throws {
        let auth = try await unsaved()
        try await auth.logout()
        store.recover()
        let before = saves
        for _ in 0..<20 { await pass(250) }
        #expect(saves == before)
        #expect(try await store.file.load() == nil)
        #expect(auth.state == .unauthenticated)
    }
}
