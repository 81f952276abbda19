import Endpoints

/// A token store that does what a test tells it, and writes down what it is asked.
final class RuleStore: TokenStorage {
    /// It is a test's own, so that scopes of mocks use it as it is.
    let isPersistent = false

    enum Step: Sendable {
        case load, save, clear, lock
    }

    /// What a step throws when it is told to fail.
    struct Failure: Error, Equatable {}

    private struct State: Sendable {
        var pair: TokenPair?
        var failures: [Step: [any Error]] = [:]
        var holds: [Step: RuleGate] = [:]
    }

    private let state: Locked<State>
    private let mutex = RuleMutex()
    let journal: RuleJournal

    init(_ pair: TokenPair? = nil, journal: RuleJournal = RuleJournal()) {
        state = Locked(State(pair: pair))
        self.journal = journal
    }

    /// What is stored; another process writes here without a word.
    var pair: TokenPair? {
        get { state.withLock(\.pair) }
        set { state.withLock { $0.pair = newValue } }
    }

    /// Lets the next steps of a kind fail.
    func fail(_ step: Step, times: Int = 1, with error: any Error = Failure()) {
        state.withLock { $0.failures[step, default: []] += Array(repeating: error, count: times) }
    }

    /// Lets steps of a kind succeed again.
    func recover(_ step: Step) {
        state.withLock { $0.failures[step] = nil }
    }

    /// Holds the next step of a kind, whatever is cancelled, until the gate is open.
    func hold(_ step: Step, behind gate: RuleGate) {
        state.withLock { $0.holds[step] = gate }
    }

    func load() async throws -> TokenPair? {
        try await perform(.load, "load") { $0.pair }
    }

    func save(_ tokens: TokenPair) async throws {
        try await perform(.save, "save \(tokens.accessToken)") { $0.pair = tokens }
        journal.note("saved \(tokens.accessToken)")
    }

    func clear() async throws {
        try await perform(.clear, "clear") { $0.pair = nil }
        journal.note("cleared")
    }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await mutex.lock()
        do {
            try await perform(.lock, "lock") { _ in }
            let value = try await body()
            journal.note("unlock")
            await mutex.unlock()
            return value
        } catch {
            journal.note("unlock")
            await mutex.unlock()
            throw error
        }
    }

    private func perform<Value: Sendable>(
        _ step: Step, _ line: String, _ change: @Sendable (inout State) -> Value
    ) async throws -> Value {
        let gate = state.withLock { $0.holds.removeValue(forKey: step) }
        journal.note(line)
        await gate?.wait()
        return try state.withLock { state in
            if var failures = state.failures[step], !failures.isEmpty {
                let error = failures.removeFirst()
                state.failures[step] = failures
                throw error
            }
            return change(&state)
        }
    }
}

/// One at a time, in the order of asking.
private actor RuleMutex {
    private var isLocked = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        await withCheckedContinuation { waiters.append($0) }
    }

    func unlock() {
        if waiters.isEmpty { isLocked = false } else { waiters.removeFirst().resume() }
    }
}
