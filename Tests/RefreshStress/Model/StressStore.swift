import Endpoints

/// A store of two instances that fails now and then, and shows what it holds.
final class StressStore: TokenStorage {
    private struct State: Sendable {
        var tokens: TokenPair?
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
        try await access("load") { tokens, trace in trace.note(.loaded(access: tokens?.accessToken)) }
    }

    func save(_ tokens: TokenPair) async throws {
        _ = try await access("save") { stored, trace in
            stored = tokens
            trace.note(.stored(access: tokens.accessToken))
        }
    }

    func clear() async throws {
        _ = try await access("clear") { stored, trace in
            stored = nil
            trace.note(.cleared)
        }
    }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await lock.run(body)
    }

    /// Does one thing to what is stored, after what the plan has for it.
    private func access(
        _ name: String,
        _ body: @Sendable (inout TokenPair?, Trace) -> Void
    ) async throws -> TokenPair? {
        let number = state.withLock { state -> Int? in
            state.accesses += 1
            return state.hasFaults ? state.accesses : nil
        }
        let fault = number.flatMap { plan.storeFault($0, of: name) }
        // Without throwing: a store that has begun to write doesn't stop because its caller is cancelled.
        await pace.pass(fault == .slow ? 4 : 0)
        if fault == .broken {
            trace.note(.storeFailed(access: name))
            throw StoreFault.broken
        }
        return state.withLock { state in
            body(&state.tokens, trace)
            return state.tokens
        }
    }
}
