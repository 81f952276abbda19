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
        return try await TimeLimit.run(
            limit - spent, on: clock, expiry: { TransportFailure(code: .timedOut) }, operation)
    }
}
