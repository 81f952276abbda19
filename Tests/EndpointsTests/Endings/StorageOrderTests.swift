import Endpoints
import Testing

/// Writes reach a store in the order of the commands, also where nothing locks it.
@Suite("Turns of the storage", .timeLimit(.minutes(5)))
struct StorageOrderTests {
    /// A store without a lock, whose next write of a kind is held.
    private final class LooseStore: TokenStorage {
        private let inner: RuleStore

        init(_ inner: RuleStore) { self.inner = inner }

        func load() async throws -> TokenPair? { try await inner.load() }
        func save(_ tokens: TokenPair) async throws { try await inner.save(tokens) }
        func clear() async throws { try await inner.clear() }
    }

    private enum Write: CaseIterable, Sendable {
        case refresh, login, setTokens, updateTokens
    }

    private enum Command: CaseIterable, Sendable {
        case logout, login, setTokens

        var pair: TokenPair? { self == .logout ? nil : .ruleOther }
    }

    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    private func begin(_ write: Write, on auth: JWTAuth) -> Task<Void, any Error> {
        Task {
            switch write {
            case .refresh: _ = try await auth.newAccessToken()
            case .login: try await auth.login { .rule(2) }
            case .setTokens: try await auth.setTokens(.rule(2))
            case .updateTokens: try await auth.updateTokens(.rule(2))
            }
        }
    }

    @Test(
        "R-11 S1-34 S3-10 a command during a save that the store is slow with has the last word in the store",
        arguments: Write.allCases, Command.allCases)
    private func lastWord(write: Write, command: Command) async throws {
        let store = account.store(.rule(1))
        let auth = JWTAuth(storage: LooseStore(store)) { _ in .rule(2) }
        _ = try await auth.tokens
        let gate = RuleGate()
        store.hold(.save, behind: gate)
        let first = begin(write, on: auth)
        await journal.wait(for: "save A2")
        let second = Task {
            switch command {
            case .logout: try await auth.logout()
            case .login: try await auth.login { .ruleOther }
            case .setTokens: try await auth.setTokens(.ruleOther)
            }
        }
        await ruleSettle()
        await gate.open()
        try await second.value
        _ = await first.result
        await ruleSettle()
        #expect(store.pair == command.pair)
        #expect(try await auth.tokens == command.pair)
        #expect(auth.state == (command == .logout ? .unauthenticated : .authenticated))
    }

    @Test("R-11 a sign-out during a sign-out's slow clearing, and a sign-in after it, keep their order")
    func clearing() async throws {
        let store = account.store(.rule(1))
        let auth = JWTAuth(storage: LooseStore(store)) { _ in .rule(2) }
        _ = try await auth.tokens
        let gate = RuleGate()
        store.hold(.clear, behind: gate)
        let out = Task { try await auth.logout() }
        await journal.wait(for: "clear")
        let login = Task { try await auth.setTokens(.ruleOther) }
        await ruleSettle()
        await gate.open()
        try await login.value
        _ = await out.result
        await ruleSettle()
        #expect(store.pair == .ruleOther)
        #expect(try await auth.accessToken() == "B1")
    }
}
