/// When a failed attempt is followed by another one, and after what wait.
///
/// Only requests are repeated that may be (RFC 9110 §9.2.2): those with an idempotent method, and those with an
/// ``IdempotencyKey``. A body that is a stream is never sent twice. New credentials are asked for before every attempt;
/// attempts that follow a refresh of them don't count here, and a failure to get some is never retried here.
///
/// ```swift
/// static let options = RequestOptions(timeout: .seconds(20), deadline: .seconds(60), retryPolicy: .standard)
/// ```
public struct RetryPolicy: Sendable {
    /// The number of attempts that may follow the first one; less than zero counts as none.
    public var maxRetries: Int
    /// The wait before the first retry.
    public var baseDelay: Duration
    /// What the wait is multiplied by from retry to retry.
    public var multiplier: Double
    /// What no wait of the policy's own exceeds.
    public var maxDelay: Duration
    /// How the waits of many clients are spread, so that they don't come back all at once.
    public var jitter: Jitter
    /// The longest wait that a server may ask for by `Retry-After` (RFC 9110 §10.2.3).
    ///
    /// A server that asks for less is obeyed, in place of the policy's own wait. One that asks for more ends the call
    /// with its answer, whose wait is in the error's ``EndpointFailure/retryAfter``.
    public var maxRetryAfter: Duration
    /// The statuses of answers that are worth another attempt.
    public var statusCodes: Set<Int>
    /// The failures without an answer that are worth another attempt.
    public var failureCodes: Set<TransportFailure.Code>
    /// Whether requests are repeated that may have an effect each time they arrive, such as a POST without a key.
    ///
    /// `false` by default. Set it only where the server is known to do no harm.
    public var retriesNonIdempotentRequests: Bool
    /// Decides in place of ``statusCodes`` and ``failureCodes`` which failures are worth another attempt; nil by default.
    ///
    /// It is not asked about cancellations, and not about failures to build or to authenticate the request.
    public var shouldRetry: (@Sendable (any EndpointFailure) -> Bool)?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maxRetries: the number of attempts that may follow the first one.
    ///   - baseDelay: the wait before the first retry, 2 s by default.
    ///   - multiplier: what the wait is multiplied by from retry to retry, 2 by default.
    ///   - maxDelay: what no wait of the policy's own exceeds, 30 s by default.
    ///   - jitter: how the waits are spread, ``Jitter/full`` by default.
    ///   - maxRetryAfter: the longest wait that a server may ask for, 120 s by default.
    ///   - statusCodes: the statuses worth another attempt: 408, 425, 429, and 5xx but 501 by default.
    ///   - failureCodes: the failures worth another attempt: a time limit that is over, a connection that was lost or
    ///     refused by default.
    ///   - retriesNonIdempotentRequests: whether requests are repeated that may have an effect each time; not by default.
    ///   - shouldRetry: decides in place of the two sets.
    public init(
        maxRetries: Int,
        baseDelay: Duration = .seconds(2),
        multiplier: Double = 2,
        maxDelay: Duration = .seconds(30),
        jitter: Jitter = .full,
        maxRetryAfter: Duration = .seconds(120),
        statusCodes: Set<Int> = RetryPolicy.transientStatusCodes,
        failureCodes: Set<TransportFailure.Code> = RetryPolicy.transientFailureCodes,
        retriesNonIdempotentRequests: Bool = false,
        shouldRetry: (@Sendable (any EndpointFailure) -> Bool)? = nil
    ) {
        self.maxRetries = maxRetries
        self.baseDelay = baseDelay
        self.multiplier = multiplier
        self.maxDelay = maxDelay
        self.jitter = jitter
        self.maxRetryAfter = maxRetryAfter
        self.statusCodes = statusCodes
        self.failureCodes = failureCodes
        self.retriesNonIdempotentRequests = retriesNonIdempotentRequests
        self.shouldRetry = shouldRetry
    }
}

extension RetryPolicy {
    /// One attempt, whatever it comes to; the policy of calls that have no other.
    public static let never = RetryPolicy(maxRetries: 0)

    /// Two retries, after 2 s and after 4 s, unless the server asks for another wait.
    public static let standard = RetryPolicy(maxRetries: 2, jitter: .none)

    /// 408, 425, 429, and 5xx but 501.
    public static let transientStatusCodes = Set([408, 425, 429] + (500...599)).subtracting([501])

    /// ``TransportFailure/Code/timedOut``, ``TransportFailure/Code/connectionLost``,
    /// ``TransportFailure/Code/cannotConnect`` and ``TransportFailure/Code/cannotConnectToProxy``.
    public static let transientFailureCodes: Set<TransportFailure.Code> = [
        .timedOut, .connectionLost, .cannotConnect, .cannotConnectToProxy,
    ]

    /// The wait before a retry, counted from 1, when the server asks for none.
    public func delay(beforeRetry number: Int) -> Duration {
        let factor = pow(max(0, multiplier), Double(max(1, number) - 1))
        let seconds = max(.zero, baseDelay).timeInterval * (factor.isFinite ? factor : .greatestFiniteMagnitude)
        let limit = max(.zero, maxDelay).bounded
        return jitter.spread(seconds < limit.timeInterval ? .seconds(seconds) : limit)
    }
}
