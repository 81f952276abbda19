/// A result that many tasks wait for and one place settles, once.
///
/// A cancelled waiter leaves at once and alone: the work and the other waiters don't notice.
package final class SharedResult<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending([UInt64: CheckedContinuation<Result<Value, any Error>, Never>], nextWaiter: UInt64)
        case settled(Result<Value, any Error>)
    }

    private let state = Locked<State>(.pending([:], nextWaiter: 0))

    package init() {}

    /// The number of tasks that are waiting now.
    package var waiterCount: Int {
        state.withLock { state in
            if case .pending(let waiters, _) = state { waiters.count } else { 0 }
        }
    }

    /// Settles the result and resumes every waiter; later calls change nothing.
    ///
    /// - Returns: whether it was the first.
    @discardableResult
    package func settle(_ result: Result<Value, any Error>) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Result<Value, any Error>, Never>]? in
            guard case .pending(let waiters, _) = state else { return nil }
            state = .settled(result)
            // First come, first served; a task group also takes its children back quickest in the order they came.
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters ?? [] { waiter.resume(returning: result) }
        return waiters != nil
    }

    /// Waits for the result; throws what it was settled with, or `CancellationError` as soon as the task is cancelled.
    package func value() async throws -> Value {
        let ticket = state.withLock { state -> UInt64 in
            guard case .pending(let waiters, let next) = state else { return 0 }
            state = .pending(waiters, nextWaiter: next + 1)
            return next
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { enlist($0, as: ticket) }
        } onCancel: {
            dismiss(ticket)
        }.get()
    }

    private func enlist(_ continuation: CheckedContinuation<Result<Value, any Error>, Never>, as ticket: UInt64) {
        let answer = state.withLock { state -> Result<Value, any Error>? in
            switch state {
            case .settled(let result):
                return result
            case .pending(var waiters, let next):
                // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
                guard !Task.isCancelled else { return .failure(CancellationError()) }
                // The dictionary is taken out of the state first, or each of N waiters would copy the N before it.
                state = .pending([:], nextWaiter: next)
                waiters[ticket] = continuation
                state = .pending(waiters, nextWaiter: next)
                return nil
            }
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func dismiss(_ ticket: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Value, any Error>, Never>? in
            guard case .pending(var waiters, let next) = state else { return nil }
            state = .pending([:], nextWaiter: next)
            let waiter = waiters.removeValue(forKey: ticket)
            state = .pending(waiters, nextWaiter: next)
            return waiter
        }
        waiter?.resume(returning: .failure(CancellationError()))
    }
}
