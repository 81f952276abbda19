/// Time that is spent in several goes; what passes between them doesn't count.
struct TimeBudget: Sendable {
    private let limit: Duration
    private var spent: Duration = .zero

    /// A budget that nothing has been spent of.
    init(_ limit: Duration) {
        self.limit = limit
    }

    /// Runs an operation for at most what is left.
    ///
    /// - Throws: what the operation throws, or a failure with the code ``TransportFailure/Code/timedOut``.
    mutating func run<Value: Sendable>(
        on clock: any Clock<Duration>,
        _ operation: @escaping @Sendable () async throws(TransportFailure) -> Value
    ) async throws(TransportFailure) -> Value {
        let stopwatch = Stopwatch(clock)
        defer { spent += stopwatch.elapsed }
        let metrics = Locked<RequestMetrics?>(nil)
        do throws(TransportFailure) {
            return try await TimeLimit.run(
                limit - spent, on: clock, expiry: { TransportFailure(code: .timedOut) }
            ) { () async throws(TransportFailure) in
                do throws(TransportFailure) {
                    return try await operation()
                } catch {
                    metrics.withLock { $0 = error.metrics }
                    throw error
                }
            }
        } catch {
            // The operation has been cancelled and is over by now, and knows how far it came.
            guard let metrics = metrics.withLock({ $0 }) else { throw error }
            var failure = error
            failure.metrics = metrics
            throw failure
        }
    }
}
