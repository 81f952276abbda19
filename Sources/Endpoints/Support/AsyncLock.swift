/// A lock that tasks wait for in the order in which they came.
///
/// It is handed from one holder to the next, so nobody overtakes. A cancelled waiter leaves at once and alone. A holder
/// that asks for it again waits for itself.
package final class AsyncLock: Sendable {
    fileprivate typealias Waiter = CheckedContinuation<Result<Void, any Error>, Never>

    fileprivate struct State: Sendable {
        var isHeld = false
        var nextTicket: UInt64 = 0
        /// The tickets in their order from `first` on; those that nobody waits with any more are passed over.
        var queue: [UInt64] = []
        var first = 0
        var waiters: [UInt64: Waiter] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of tasks that are waiting now.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Runs `body` while nobody else runs one.
    ///
    /// - Throws: what `body` throws, or `CancellationError` when the task is cancelled before it has the lock.
    package func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let ticket = state.withLock { state -> UInt64 in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            await withCheckedContinuation { enlist($0, as: ticket) }
        } onCancel: {
            dismiss(ticket)
        }.get()
    }

    private func enlist(_ waiter: Waiter, as ticket: UInt64) {
        let answer = state.withLock { state -> Result<Void, any Error>? in
            // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
            guard !Task.isCancelled else { return .failure(CancellationError()) }
            guard state.isHeld else {
                state.isHeld = true
                return .success(())
            }
            state.queue.append(ticket)
            state.waiters[ticket] = waiter
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func dismiss(_ ticket: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            let waiter = state.waiters.removeValue(forKey: ticket)
            state.compact()
            return waiter
        }
        waiter?.resume(returning: .failure(CancellationError()))
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            let next = state.popFirst()
            state.isHeld = next != nil
            return next
        }
        next?.resume(returning: .success(()))
    }
}

extension AsyncLock.State {
    /// Takes out whoever has waited longest.
    fileprivate mutating func popFirst() -> AsyncLock.Waiter? {
        defer { compact() }
        while first < queue.count {
            first += 1
            if let waiter = waiters.removeValue(forKey: queue[first - 1]) { return waiter }
        }
        return nil
    }

    /// Drops passed tickets once they are most of the queue, so that each costs a constant share.
    fileprivate mutating func compact() {
        guard queue.count > 16, queue.count > 2 * waiters.count else { return }
        queue = queue[first...].filter { waiters[$0] != nil }
        first = 0
    }
}
