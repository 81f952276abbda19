import Foundation

/// A value behind a lock, for state that is touched from several threads.
///
/// The lock is one that the thread sanitizer understands on every platform; it takes `Mutex` on Linux for a race.
final class Locked<State: Sendable>: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var state: State  // Safe because it is touched only while the lock is held.

    /// Creates the lock around its first value.
    init(_ state: State) {
        self.state = state
    }

    /// Runs `body` with exclusive access to the value.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}
