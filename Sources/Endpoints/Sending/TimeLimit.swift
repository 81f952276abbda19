/// The package's own clock for time limits and waits; the platform's counts whole seconds without traffic.
package enum TimeLimit {
    /// The clock that limits and waits are measured on; tests put a virtual one in its place.
    @TaskLocal package static var clock: any Clock<Duration> = AlarmClock.shared

    /// Runs `operation` for at most `limit`; without one, it just runs.
    ///
    /// - Parameters:
    ///   - limit: the time; zero or less ends it before it begins.
    ///   - clock: measures it.
    ///   - expiry: makes the failure when the time is over; the operation is cancelled after that.
    ///   - operation: what takes time.
    /// - Throws: what the operation throws, or the expiry's failure.
    static func run<Value: Sendable, Failure: Error>(
        _ limit: Duration?,
        on clock: any Clock<Duration> = clock,
        expiry: @escaping @Sendable () -> Failure,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let limit else { return try await operation() }
        guard limit > .zero else { throw expiry() }
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
}
