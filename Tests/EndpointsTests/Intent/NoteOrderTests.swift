import TestSupport
import Testing

@testable import Endpoints

/// The note comes before the token, and goes when the store knows what became of it.
@Suite("Notes of refreshes in a file store", .timeLimit(.minutes(5)))
struct NoteOrderTests {
    private let folder: TemporaryFolder
    private let store: FaultyFile
    private var place: String { "\(folder.path)/own" }

    init() throws {
        folder = try TemporaryFolder()
        store = FaultyFile(FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/own/tokens.json")))
    }

    private func auth(
        limit: Duration = .seconds(60), _ refresh: @escaping @Sendable (String) async throws -> TokenPair
    ) -> JWTAuth {
        JWTAuth(storage: store, configuration: .init(refreshTimeout: limit)) { [store] token in
            store.note("present \(token)")
            return try await refresh(token)
        }
    }

    @Test("R-23 R-10 lock, load, note, present, save, finish: in this order, and nothing is left")
    func order() async throws {
        try await store.file.save(.rule(1))
        let auth = auth { _ in .rule(2) }
        _ = try await auth.tokens
        let before = store.steps.count
        #expect(try await auth.newAccessToken() == "A2")
        #expect(
            Array(store.steps[before...]) == ["lock", "load", "prepare", "present r1", "save", "finish adopted"])
        #expect(try names(in: place) == ["tokens.json", "tokens.json.lock"])
    }

    @Test("R-23 while the token is presented the note and the room for its successor are on the disk, privately")
    func onDisk() async throws {
        let long = TokenPair(accessToken: String(repeating: "a", count: 5000), refreshToken: "r1")
        try await store.file.save(long)
        let place = place
        let began = Date()
        let auth = auth(limit: .seconds(8)) { token in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(place)/tokens.json.refresh"))
            let note = String(decoding: data, as: UTF8.self)
            #expect(note.contains(RefreshNote.hash(of: token)))
            #expect(!note.contains("\"\(token)\""))
            for name in ["refresh", "room"] {
                #expect(try rights(of: "\(place)/tokens.json.\(name)") == 0o600)
            }
            let room = try FileManager.default.attributesOfItem(atPath: "\(place)/tokens.json.room")
            let pair = try FileManager.default.attributesOfItem(atPath: "\(place)/tokens.json")
            #expect((room[.size] as? Int ?? 0) >= (pair[.size] as? Int ?? .max))
            #expect(try text(at: "\(place)/tokens.json").contains(long.accessToken), "the old pair is still there")
            return .rule(2)
        }
        #expect(try await auth.newAccessToken() == "A2")
        let note = try #require(store.notes.first)
        #expect(note.tokenHash == RefreshNote.hash(of: "r1"))
        #expect(note.notedAt >= began.addingTimeInterval(-1))
        #expect(note.until.timeIntervalSince(note.notedAt) >= 11, "the limit of 8 s and a margin of 3 s")
    }

    /// What a handler ends with, and what the store is told.
    private static let ends: [(name: String, error: any Error, outcome: String)] = [
        ("rejection", RefreshRejection(), "refused"),
        ("offline", URLError(.notConnectedToInternet), "unknown"),
        ("broken connection", URLError(.networkConnectionLost), "unknown"),
        ("something else", RuleError.offline, "unknown"),
    ]

    @Test("R-23 the store is told what became of the token", arguments: 0..<4)
    func outcomes(index: Int) async throws {
        let end = Self.ends[index]
        try await store.file.save(.rule(1))
        let auth = auth { _ in throw end.error }
        _ = await ruleError { try await auth.newAccessToken() }
        #expect(store.steps.last { $0.hasPrefix("finish") } == "finish \(end.outcome)", "\(end.name)")
        // Only this process knows that it may try again: the token may be used up, and the next attempt is its own.
        #expect(store.notes.count == 1)
    }

    @Test("R-23 the steps of a store in memory are the ones that its note is kept by")
    func inMemory() async {
        let storage = InMemoryTokenStorage(.rule(1))
        let now = Date()
        let first = RefreshNote(id: UUID(), tokenHash: "h", notedAt: now, until: now + 10)
        let second = RefreshNote(id: UUID(), tokenHash: "h", notedAt: now + 1, until: now + 11)
        #expect(await storage.prepareRefresh(first) == nil)
        #expect(await storage.prepareRefresh(second) == first)
        await storage.finishRefresh(first, .adopted)
        #expect(await storage.prepareRefresh(second) == nil)
    }
}
