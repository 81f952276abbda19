#if canImport(Synchronization) && !canImport(Darwin)
import Synchronization
#else
import os
#endif

/// A value behind a lock, for state that is read synchronously; what is awaited belongs in an actor.
///
/// `Mutex` needs macOS 15, which is above the package's floor, so Apple platforms use their unfair lock.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if canImport(Synchronization) && !canImport(Darwin)
    private let storage: Mutex<Value>
    #else
    private let storage: OSAllocatedUnfairLock<Value>
    #endif

    package init(_ value: Value) {
        #if canImport(Synchronization) && !canImport(Darwin)
        storage = Mutex(value)
        #else
        storage = OSAllocatedUnfairLock(initialState: value)
        #endif
    }

    /// Runs `body` with exclusive access to the value; nothing slow and nothing that calls back may run in it.
    package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: @Sendable (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        #if canImport(Synchronization) && !canImport(Darwin)
        return try storage.withLock { value throws(Failure) in try body(&value) }
        #else
        // The unfair lock's own closure is not typed, so the outcome crosses it as a value.
        let outcome: Swift.Result<Result, Failure> = storage.withLock { value in
            do throws(Failure) { return .success(try body(&value)) } catch { return .failure(error) }
        }
        return try outcome.get()
        #endif
    }
}
