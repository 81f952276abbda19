/// A result that many tasks wait for and one place settles, once.
///
/// A cancelled waiter leaves at once and alone: the work and the other waiters don't notice.
package final class SharedResult<Value: Sendable>: Sendable {
    /// Resumed with whether there is a result; without one the waiter has been cancelled.
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State: Sendable {
        var result: Result<Value, any Error>?
        var waiters: [UInt64: Waiter] = [:]
        var nextTicket: UInt64 = 0
    }

    private let state = Locked(State())

    package init() {}

    /// The number of tasks that are waiting now.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Settles the result and resumes every waiter; later calls change nothing.
    ///
    /// - Returns: whether it was the first.
    @discardableResult
    package func settle(_ result: Result<Value, any Error>) -> Bool {
        let waiters = state.withLock { state -> [UInt64: Waiter]? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiters = [:] }
            return state.waiters
        }
        guard let waiters else { return false }
        // First come, first served; a task group also takes its children back quickest in the order they came.
        for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume(returning: true) }
        return true
    }

    /// Waits for the result; throws what it was settled with, or `CancellationError` as soon as the task is cancelled.
    package func value() async throws -> Value {
        guard await isSettled() else { throw CancellationError() }
        return try settledValue()
    }

    /// No part of its caller, which thousands may be: what is alive here has no room in what they keep while they wait.
    @inline(never)
    private func settledValue() throws -> Value {
        guard let result = state.withLock(\.result) else { throw CancellationError() }
        return try result.get()
    }

    /// Waits until there is a result; false when the task is cancelled before.
    private func isSettled() async -> Bool {
        let ticket = state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { enlist($0, as: ticket) }
        } onCancel: {
            dismiss(ticket)
        }
    }

    private func enlist(_ waiter: Waiter, as ticket: UInt64) {
        let answer = state.withLock { state -> Bool? in
            if state.result != nil { return true }
            // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
            guard !Task.isCancelled else { return false }
            state.waiters[ticket] = waiter
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func dismiss(_ ticket: UInt64) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
        waiter?.resume(returning: false)
    }
}
