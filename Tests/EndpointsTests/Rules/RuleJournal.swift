import Endpoints

/// What happened, line by line in its order; a test can wait for a line.
final class RuleJournal: Sendable {
    private struct Watcher: Sendable {
        let line: String
        let count: Int
        let signal: Signal
    }

    private struct State: Sendable {
        var lines: [String] = []
        var watchers: [Watcher] = []

        func count(_ line: String) -> Int { lines.count { $0 == line } }
    }

    private let state = Locked(State())

    var lines: [String] { state.withLock(\.lines) }

    func count(_ line: String) -> Int { state.withLock { $0.count(line) } }

    /// How many lines begin with this text.
    func count(startingWith start: String) -> Int { lines.count { $0.hasPrefix(start) } }

    func note(_ line: String) {
        let due = state.withLock { state -> [Watcher] in
            state.lines.append(line)
            let count = state.count(line)
            let due = state.watchers.filter { $0.line == line && count >= $0.count }
            state.watchers.removeAll { $0.line == line && count >= $0.count }
            return due
        }
        for watcher in due { watcher.signal.send() }
    }

    /// Suspends until the line has been written so many times, or the task is cancelled.
    func wait(for line: String, count: Int = 1) async {
        let signal = Signal()
        let isThere = state.withLock { state -> Bool in
            if state.count(line) >= count { return true }
            state.watchers.append(Watcher(line: line, count: count, signal: signal))
            return false
        }
        if !isThere { await signal.wait() }
    }
}

/// Gives every task that was started the time to come as far as it can.
func ruleSettle() async {
    for _ in 0..<300 { await Task.yield() }
}

/// Does something, with time for the tasks in between, while a condition holds and the test has time left.
func ruleRepeat(
    while condition: () async throws -> Bool, _ body: () async throws -> Void = {}
) async throws {
    while try await condition() {
        try Task.checkCancellation()
        try await body()
        await ruleSettle()
    }
}

/// The name of what an operation throws; `none` when it succeeds.
func ruleFault<T>(_ operation: () async throws -> T) async -> String {
    switch await ruleError(operation) {
    case nil: "none"
    case is CancellationError: "cancelled"
    case let error as AuthenticationError: ruleName(of: error)
    case let error as RuleError: "\(error)"
    case let error?: "\(type(of: error)): \(error)"
    }
}

/// The name of what a task ended with.
func ruleFault<T: Sendable>(of task: Task<T, any Error>) async -> String {
    await ruleFault { try await task.value }
}

func ruleName(of error: AuthenticationError) -> String {
    error.code.name
}
