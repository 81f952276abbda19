extension FileTokenStorage {
    /// Runs `body` while no other owner of the file, in this process or another, runs one.
    ///
    /// The lock is on a file beside the tokens, `tokens.json.lock`, which stays; don't remove it while it may be held. When a process ends, however that
    /// happens, the system frees its lock. A `body` that asks for access again waits for itself, until the time is over.
    ///
    /// - Throws: what `body` throws; `CancellationError` as soon as a waiting task is cancelled;
    ///   ``TokenFileError/Code/lockTimedOut`` when the lock was not free for the store's `lockTimeout`, or for a little
    ///   longer than a refresh may take if that is more; another ``TokenFileError`` when the lock can't be had at all.
    public func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let file = try file.get()
        let lock = try await clock.polling(for: lockLimit) { [queue] in try await queue.run { try file.lock() } }
        guard let lock else { throw TokenFileError(.lockTimedOut, at: file.lockURL) }
        defer { lock.unlock() }
        return try await body()
    }

    /// The longest time to wait: whoever holds the lock may do so for as long as a refresh takes, and then save.
    var lockLimit: Duration {
        let longestHold = ExclusiveAccess.longestHold.bounded
        return max(lockTimeout.bounded, longestHold > .zero ? longestHold + .seconds(15) : .zero).bounded
    }
}
