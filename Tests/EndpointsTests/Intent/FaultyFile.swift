import TestSupport

@testable import Endpoints

/// A file store whose steps fail, or meet a broken folder, when a test says so.
final class FaultyFile: TokenStorage {
    enum Step: String, CaseIterable, Sendable {
        case lock, load, prepare, save, clear, finish
    }

    /// What a step throws that is told to fail.
    struct Failure: Error, Equatable {
        let step: Step
    }

    private struct State: Sendable {
        /// How often the steps are yet to fail.
        var failures: [Step: Int] = [:]
        /// What happens after the next step of a kind.
        var actions: [Step: @Sendable () async throws -> Void] = [:]
        var notes: [RefreshNote] = []
        var steps: [String] = []
    }

    let file: FileTokenStorage
    private let state = Locked(State())

    init(_ file: FileTokenStorage) {
        self.file = file
    }

    /// The steps so far; what is noted here too stands among them.
    var steps: [String] { state.withLock(\.steps) }

    /// The notes that were written, the first one first.
    var notes: [RefreshNote] { state.withLock(\.notes) }

    func note(_ line: String) { state.withLock { $0.steps.append(line) } }

    /// Lets the next steps of a kind fail.
    func fail(_ step: Step, times: Int = .max) {
        state.withLock { $0.failures[step] = times }
    }

    func recover() {
        state.withLock { $0.failures = [:] }
    }

    /// Lets something happen once, right after the next step of a kind has succeeded.
    func after(_ step: Step, _ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.actions[step] = action }
    }

    func load() async throws -> TokenPair? {
        try await perform(.load) { try await file.load() }
    }

    func save(_ tokens: TokenPair) async throws {
        try await perform(.save) { try await file.save(tokens) }
    }

    func clear() async throws {
        try await perform(.clear) { try await file.clear() }
    }

    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        let other = try await perform(.prepare) { try await file.prepareRefresh(note) }
        if other == nil { state.withLock { $0.notes.append(note) } }
        return other
    }

    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        try await perform(.finish, " \(outcome)") { try await file.finishRefresh(note, outcome) }
    }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await perform(.lock) {}
        return try await file.withExclusiveAccess(body)
    }

    private func perform<Value>(
        _ step: Step, _ detail: String = "", _ body: () async throws -> Value
    ) async throws -> Value {
        let fails = state.withLock { state in
            state.steps.append("\(step)\(detail)")
            guard let left = state.failures[step], left > 0 else { return false }
            state.failures[step] = left - 1
            return true
        }
        if fails { throw Failure(step: step) }
        let value = try await body()
        let action = state.withLock { $0.actions.removeValue(forKey: step) }
        try await action?()
        return value
    }
}
