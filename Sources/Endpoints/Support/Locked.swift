/// A value behind a lock, for state that is read synchronously; what is awaited belongs in an actor.
///
/// The lock is one that every platform has, and that the thread sanitizer understands: it takes `Mutex` for a race on
/// Linux.
package final class Locked<Value: Sendable>: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var value: Value  // Safe because it is touched only while the lock is held.

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value; nothing slow and nothing that calls back may run in it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
