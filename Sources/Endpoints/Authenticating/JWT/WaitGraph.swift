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

    /// Notes that the current task begins to wait for some work.
    ///
    /// - Returns: whether there is a wait to end, with ``endWait(for:)`` in the same task.
    /// - Throws: ``RefreshReentrancyError`` when that work waits for the current task.
    package func beginWait(for target: WorkID) throws(RefreshReentrancyError) -> Bool {
        guard let source = Self.current else { return false }
        return try waits.withLock { waits throws(RefreshReentrancyError) -> Bool in
            guard waits[source] != nil else { return false }
            guard !Self.leads(from: target, to: source, in: waits) else { throw RefreshReentrancyError() }
            waits[source]?.append(target)
            return true
        }
    }

    /// Notes that the current task doesn't wait for some work any more.
    package func endWait(for target: WorkID) {
        guard let source = Self.current else { return }
        waits.withLock { waits in
            if let index = waits[source]?.firstIndex(of: target) { waits[source]?.remove(at: index) }
        }
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
