/// A value behind a lock, for state that is read synchronously; what is awaited belongs in an actor.
///
/// It is one piece of memory: every call has some of them, and an `NSLock` on Linux is five pieces. The thread sanitizer
/// understands the lock; it takes `Mutex` for a race on Linux.
package struct Locked<Value: Sendable>: @unchecked Sendable {  // Safe because the lock guards the value.
    private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

    package init(_ value: Value) {
        storage = Storage.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { lock in
                lock.initialize(to: pthread_mutex_t())
                pthread_mutex_init(lock, nil)
            }
            return value
        }
    }

    /// Runs `body` with exclusive access to the value; nothing slow and nothing that calls back may run in it.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
}

extension Locked: CustomReflectable {
    /// Nothing: a dump doesn't take the lock, and would read the value while another thread writes it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
