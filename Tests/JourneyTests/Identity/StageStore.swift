import Endpoints
import LoopbackServer

/// One owner's view of a store in memory that several share; its reads can be held.
final class StageStore: TokenStorage {
    private let shared: any TokenStorage
    private let hold = Locked<Gate?>(nil)

    init(_ shared: any TokenStorage) {
        self.shared = shared
    }

    /// Holds this owner's next read until the gate is open.
    func holdNextLoad(behind gate: Gate) {
        hold.withLock { $0 = gate }
    }

    func load() async throws -> TokenPair? {
        let gate = hold.withLock { hold in
            defer { hold = nil }
            return hold
        }
        await gate?.wait()
        return try await shared.load()
    }

    func save(_ tokens: TokenPair) async throws { try await shared.save(tokens) }
    func clear() async throws { try await shared.clear() }
    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        try await shared.prepareRefresh(note)
    }
    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        try await shared.finishRefresh(note, outcome)
    }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await shared.withExclusiveAccess(body)
    }
}
