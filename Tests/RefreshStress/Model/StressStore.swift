import Endpoints

/// A store of two instances that fails now and then, and shows what it holds.
final class StressStore: TokenStorage {
    private struct State: Sendable {
        var tokens: TokenPair?
        var note: RefreshNote?
        var accesses = 0
        var hasFaults = true
    }

    private let plan: Plan
    private let trace: Trace
    private let pace: Pace
    private let lock = StoreLock()
    private let state: Locked<State>

    init(_ tokens: TokenPair?, plan: Plan, world: World) {
        self.plan = plan
        trace = world.trace
        pace = world.pace
        state = Locked(State(tokens: tokens))
    }

    /// What is stored.
    var content: TokenPair? { state.withLock(\.tokens) }

    /// From now on nothing goes wrong.
    func recover() {
        state.withLock { $0.hasFaults = false }
    }

    func load() async throws -> TokenPair? {
        try await access("load") { state, trace in
            trace.note(.loaded(access: state.tokens?.accessToken))
            return state.tokens
        }
    }

    func save(_ tokens: TokenPair) async throws {
        try await access("save", of: tokens.accessToken) { state, trace in
            state.tokens = tokens
            trace.note(.stored(access: tokens.accessToken))
        }
    }

    func clear() async throws {
        try await access("clear") { state, trace in
            state.tokens = nil
            trace.note(.cleared)
        }
    }

    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        try await access("prepare") { [pace] state, trace in
            let isNew = state.note?.id != note.id
            switch state.note.map(note.resolution) ?? .write {
            case .write:
                state.note = note
                trace.note(.noted(hash: note.tokenHash, isNew: isNew, until: pace.time(of: note.until)))
                return nil
            case .wait:
                trace.note(.noteInTheWay(hash: note.tokenHash))
                return state.note
            case .restart(let restarted):
                state.note = restarted
                return restarted
            }
        }
    }

    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        try await access("finish") { state, trace in
            guard state.note?.id == note.id else { return }
            state.note = nil
            trace.note(.noteRemoved)
        }
    }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await lock.run(body)
    }

    /// Does one thing to what is stored, after what the plan has for it.
    private func access<Value: Sendable>(
        _ name: String, of token: String? = nil, _ body: @Sendable (inout State, Trace) -> Value
    ) async throws -> Value {
        let number = state.withLock { state -> Int? in
            state.accesses += 1
            return state.hasFaults ? state.accesses : nil
        }
        let fault = number.flatMap { plan.storeFault($0, of: name) }
        // Without throwing: a store that has begun to write doesn't stop because its caller is cancelled.
        await pace.pass(fault == .slow ? 4 : 0)
        if fault == .broken {
            trace.note(.storeFailed(access: name, token: token))
            throw StoreFault.broken
        }
        return state.withLock { body(&$0, trace) }
    }
}
