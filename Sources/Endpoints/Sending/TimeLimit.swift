/// The package's own clock for time limits and waits; the platform's counts whole seconds without traffic.
package enum TimeLimit {
    /// The clock that limits and waits are measured on; tests put a virtual one in its place.
    @TaskLocal package static var clock: any Clock<Duration> = ContinuousClock()

    /// Runs `operation` for at most `limit`; without one, it just runs.
    ///
    /// - Parameter expiry: makes the failure when the time is over; the operation is cancelled after that.
    /// - Throws: what the operation throws, or the expiry's failure.
    static func run<Value: Sendable, Failure: Error>(
        _ limit: Duration?,
        expiry: @escaping @Sendable () -> Failure,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let limit else { return try await operation() }
        guard limit > .zero else { throw expiry() }
        let clock = clock
        return try await withTaskGroup(of: Result<Value, Failure>?.self) { group in
            group.addTask {
                do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
            }
            group.addTask {
                let isOver = (try? await clock.sleep(for: limit.bounded)) != nil
                return isOver ? .failure(expiry()) : nil
            }
            defer { group.cancelAll() }
            // A sleep that was cancelled says nothing; the operation, which was cancelled with it, does.
            while let first = await group.next() {
                if let result = first { return result }
            }
            return .failure(expiry())
        }.get()
    }

    /// Waits on the clock; returns early when the task is cancelled.
    static func pause(for delay: Duration) async {
        if delay > .zero { try? await clock.sleep(for: delay.bounded) }
    }
}
