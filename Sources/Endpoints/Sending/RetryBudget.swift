/// The retries of one call.
struct RetryBudget: Sendable {
    private let policy: RetryPolicy
    private let options: RequestOptions
    private var isRepeatable = false
    private let stopwatch: Stopwatch
    private var retries = 0

    /// The budget of a call that begins now.
    init(options: RequestOptions, on clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock)
        policy = options.retryPolicy ?? .never
        self.options = options
    }

    /// Looks at a request that is about to be sent: what has been sent once decides about the next time.
    mutating func note(_ request: URLRequest) {
        if policy.maxRetries > 0 { isRepeatable = request.isRepeatable(by: options) }
    }

    /// Whether a failure may still be followed by another attempt.
    var isLeft: Bool { isRepeatable && retries < policy.maxRetries }

    /// The wait before the retry that follows a failure; nil when none does, or none would begin before the deadline.
    mutating func delay<E>(after failure: EndpointTaskError<E>) -> Duration? {
        let decision = policy.decide(about: failure, retries: retries, isRepeatable: isRepeatable, at: Date())
        guard case .retry(let delay) = decision else { return nil }
        if let deadline = options.deadline, stopwatch.elapsed + delay >= deadline { return nil }
        retries += 1
        return delay
    }
}
