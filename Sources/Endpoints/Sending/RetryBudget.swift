/// The retries of one call.
///
/// Its decisions are never inlined: what they need would stay in the frame of the async function that asks for them.
struct RetryBudget: Sendable {
    private let journal: CallJournal
    private var isRepeatable = false
    /// Runs when there is a deadline.
    private let stopwatch: Stopwatch?
    private var retries = 0

    /// The budget of a call that begins now.
    init(for journal: CallJournal, on clock: any Clock<Duration>) {
        stopwatch = journal.options.deadline.map { _ in Stopwatch(clock) }
        self.journal = journal
    }

    private var maxRetries: Int { journal.options.retryPolicy?.maxRetries ?? 0 }

    /// Looks at a request that is about to be sent: what has been sent once decides about the next time.
    @inline(never)
    mutating func note(_ request: URLRequest) {
        if maxRetries > 0 { isRepeatable = request.isRepeatable(by: journal.options) }
    }

    /// The wait before the retry that follows a failure.
    ///
    /// - Throws: the failure, when no retry follows.
    @inline(never)
    mutating func delay<E>(after failure: EndpointTaskError<E>) throws(EndpointTaskError<E>) -> Duration {
        guard isRepeatable, retries < maxRetries else { throw failure }
        // A cancelled call has no use for the policy, and what it failed of before is no news.
        guard !Task.isCancelled else { throw .cancelled }
        guard let delay = decide(about: failure) else { throw failure }
        journal.retry(after: delay, because: failure)
        return delay
    }

    /// Nil when none follows, or none would begin before the deadline.
    private mutating func decide<E>(about failure: EndpointTaskError<E>) -> Duration? {
        let policy = journal.options.retryPolicy ?? .never
        let decision = policy.decide(about: failure, retries: retries, isRepeatable: isRepeatable, at: Date())
        guard case .retry(let delay) = decision else { return nil }
        if let stopwatch, let deadline = journal.options.deadline, stopwatch.elapsed + delay >= deadline { return nil }
        retries += 1
        return delay
    }
}
