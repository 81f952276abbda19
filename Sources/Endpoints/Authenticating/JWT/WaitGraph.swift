/// Which running work waits for which other, over all ``JWTAuth``s of the process.
///
/// A refresh that waits for itself, directly or through others, would wait until its time limit, and a sign-in for ever;
/// the graph finds the circle when it closes.
package final class WaitGraph: Sendable {
    package static let shared = WaitGraph()

    /// The work on whose behalf the current task runs; inherited by child tasks and tasks that a handler starts.
    @TaskLocal package static var current: WorkID?

    /// The waits of each running work; work that doesn't run has no entry, so a task that outlived the refresh that
    /// started it raises no alarm.
    private let waits = Locked<[WorkID: [WorkID]]>([:])

    /// Notes that work runs.
    package func begin(_ id: WorkID) {
        waits.withLock { $0[id] = [] }
    }

    /// Notes that work has ended.
    package func end(_ id: WorkID) {
        waits.withLock { _ = $0.removeValue(forKey: id) }
    }

    /// Runs `wait`, a wait of the current task for some work.
    ///
    /// - Throws: ``RefreshReentrancyError`` when that work waits for the current task, else what `wait` throws.
    package func waiting<Value: Sendable>(
        for target: WorkID,
        _ wait: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let source = Self.current else { return try await wait() }
        let isKnown = try waits.withLock { waits throws(RefreshReentrancyError) -> Bool in
            guard waits[source] != nil else { return false }
            guard !Self.leads(from: target, to: source, in: waits) else { throw RefreshReentrancyError() }
            waits[source]?.append(target)
            return true
        }
        guard isKnown else { return try await wait() }
        defer {
            waits.withLock { waits in
                if let index = waits[source]?.firstIndex(of: target) { waits[source]?.remove(at: index) }
            }
        }
        return try await wait()
    }

    private static func leads(from start: WorkID, to goal: WorkID, in waits: [WorkID: [WorkID]]) -> Bool {
        var seen: Set<WorkID> = []
        var open = [start]
        while let next = open.popLast() {
            if next == goal { return true }
            if seen.insert(next).inserted { open += waits[next] ?? [] }
        }
        return false
    }
}
