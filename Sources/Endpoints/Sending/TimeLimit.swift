/// The package's own clock for time limits; the platform's counts whole seconds without traffic.
package enum TimeLimit {
    /// The clock that limits are measured on; tests put a virtual one in its place.
    @TaskLocal package static var clock: any Clock<Duration> = ContinuousClock()

    /// Runs `operation` for at most `limit`; without one, it just runs.
    ///
    /// - Throws: what the operation throws, or a failure with the code ``TransportFailure/Code/timedOut``. The
    ///   operation is cancelled then.
    static func run<Value: Sendable>(
        _ limit: Duration?,
        _ operation: @escaping @Sendable () async throws(TransportFailure) -> Value
    ) async throws(TransportFailure) -> Value {
        guard let limit else { return try await operation() }
        guard limit > .zero else { throw TransportFailure(code: .timedOut) }
        let clock = clock
        let result = await withTaskGroup(of: Result<Value, TransportFailure>.self) { group in
            group.addTask {
                do throws(TransportFailure) { return .success(try await operation()) } catch { return .failure(error) }
            }
            group.addTask {
                let isOver = (try? await clock.sleep(for: limit.bounded)) != nil
                return .failure(TransportFailure(code: isOver ? .timedOut : .cancelled))
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        guard let result else { throw TransportFailure(code: .cancelled) }
        return try result.get()
    }
}
