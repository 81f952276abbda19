/// A growing count that tasks can wait on, without polling.
package final class Tally: Sendable {
    private struct Waiter {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var count = 0
        var isFinished = false
        var nextWaiter = 0
        var waiters: [Int: Waiter] = [:]

        mutating func takeReached() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            let reached = waiters.filter { isFinished || $0.value.count <= count }
            for key in reached.keys {
                waiters[key] = nil
            }
            return Array(reached.values)
        }
    }

    private let state = Locked(State())

    package init() {}

    /// The number reached so far.
    package var count: Int {
        state.withLock { $0.count }
    }

    /// Counts one more and wakes the tasks that waited for this number.
    package func add() {
        let reached = state.withLock { state in
            state.count += 1
            return state.takeReached()
        }
        for waiter in reached {
            waiter.continuation.resume()
        }
    }

    /// Says that nothing more will be counted, so that no task waits in vain.
    func finish() {
        let reached = state.withLock { state in
            state.isFinished = true
            return state.takeReached()
        }
        for waiter in reached {
            waiter.continuation.resume()
        }
    }

    /// Suspends until `count` is reached, the tally is finished or the task is cancelled.
    package func wait(for count: Int) async {
        let key: Int? = state.withLock { state in
            if state.isFinished || state.count >= count {
                return nil
            }
            state.nextWaiter += 1
            return state.nextWaiter
        }
        guard let key else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // The cancellation handler may have run already and found nobody to wake; the flag it
                    // follows is set before, so that this look under the same lock cannot miss it.
                    if state.isFinished || state.count >= count || Task.isCancelled {
                        return false
                    }
                    state.waiters[key] = Waiter(count: count, continuation: continuation)
                    return true
                }
                if !isWaiting {
                    continuation.resume()
                }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
            waiter?.continuation.resume()
        }
    }
}
