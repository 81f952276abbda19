extension Clock where Duration == Swift.Duration {
    /// Makes an attempt again and again, with pauses that grow from 5 to 100 milliseconds, until it returns a value;
    /// nil when none did within the limit.
    ///
    /// The first attempt is made at once and the last one when the limit is over.
    ///
    /// - Throws: what the attempt throws, or `CancellationError` as soon as the task is cancelled.
    package func polling<Value: Sendable>(
        for limit: Duration,
        _ attempt: @Sendable () async throws -> Value?
    ) async throws -> Value? {
        let deadline = now.advanced(by: limit)
        var pause = Duration.milliseconds(5)
        while true {
            try Task.checkCancellation()
            if let value = try await attempt() { return value }
            let rest = now.duration(to: deadline)
            guard rest > .zero else { return nil }
            try await sleep(for: min(pause, rest))
            pause = min(pause * 2, .milliseconds(100))
        }
    }
}
