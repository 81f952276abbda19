import Endpoints
import EndpointsMocking
import Testing

/// The keychain's item as a store, over a keychain in memory.
@Suite(.timeLimit(.minutes(5)))
struct KeychainChecksTests {
    private struct ItemStorage: TokenStorage {
        let item: KeychainItem

        func load() async throws -> TokenPair? { try item.load() }
        func save(_ tokens: TokenPair) async throws { try item.save(tokens) }
        func clear() async throws { try item.clear() }
        func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? { try item.prepareRefresh(note) }
        func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws { try item.finishRefresh(note) }
    }

    private let keychain = FakeKeychain()

    private var checks: TokenStorageChecks<ItemStorage> {
        TokenStorageChecks { [keychain] in ItemStorage(item: .sample(in: keychain)) }
    }

    @Test("S0-12 F-02 it keeps the rules of a store with one owner")
    func contents() async throws {
        try await checks.roundTrip()
        try await checks.clearing()
        try await checks.concurrentSaves()
    }

    @Test("R-23 its notes are one for all owners, and what is no note is none")
    func notes() async throws {
        try await checks.refreshNotes()
        keychain.set { $0.note = [.value(Redacted(Data("{".utf8)))] }
        try await checks.refreshNotes()
    }

    @Test("R-19 a locked device is an error, and when it is unlocked everything is there")
    func locked() async throws {
        try await checks.failuresSurface { [keychain] in
            keychain.set { $0.always = [:] }
        } breaking: {
            keychain.set { $0.always = [.copy: -25308, .update: -25308, .add: -25308, .delete: -25308] }
        }
    }

    @Test("R-19 content that is no pair is an error until the storage is cleared")
    func corrupt() async throws {
        try await checks.failuresSurface { keychain.set { $0.item = [.value(Redacted(Data("{".utf8)))] } }
        try await checks.clearing()
    }
}
