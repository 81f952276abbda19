/// The retries of one call.
struct RetryBudget: Sendable {
    private let policy: RetryPolicy
    private let isRepeatable: Bool
    private let deadline: Duration?
    private let stopwatch: Stopwatch
    private var retries = 0

    /// The budget of a call that begins now.
    init(for built: BuiltRequest, options: RequestOptions, on clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock)
        policy = options.retryPolicy ?? .never
        isRepeatable = policy.maxRetries > 0 && built.isRepeatable(by: options)
        deadline = options.deadline
    }

    /// Whether a failure may still be followed by another attempt.
    var isLeft: Bool { isRepeatable && retries < policy.maxRetries }

    /// The wait before the retry that follows a failure; nil when none does, or none would begin before the deadline.
    mutating func delay<E>(after failure: EndpointTaskError<E>) -> Duration? {
        let decision = policy.decide(about: failure, retries: retries, isRepeatable: isRepeatable, at: Date())
        guard case .retry(let delay) = decision else { return nil }
        if let deadline, stopwatch.elapsed + delay >= deadline { return nil }
        retries += 1
        return delay
    }
}
