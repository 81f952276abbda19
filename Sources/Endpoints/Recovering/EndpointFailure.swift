/// What every failure of a call can be asked, whatever its endpoint.
public protocol EndpointFailure: Error, Sendable {
    /// The status code of the answer, if there was one; the head's by default.
    var statusCode: Int? { get }
    /// The head of the answer, if there was one.
    var httpResponse: HTTPURLResponse? { get }
    /// The body of the answer, if there was one.
    var body: Data? { get }
    /// The circumstances of the call, if it came to a request that was sent.
    var context: FailureContext? { get }
    /// Whether the call was cancelled.
    var isCancelled: Bool { get }
    /// Whether the device has no network; never true on Linux, which can't tell.
    var isOffline: Bool { get }
    /// Whether a time limit was over.
    var isTimeout: Bool { get }
    /// Whether the same call may succeed when it is made again later.
    ///
    /// It doesn't say that repeating is harmless: that depends on the method.
    var isRetryable: Bool { get }
    /// Whether it takes a sign-in to go on.
    var isUnauthorized: Bool { get }
}

extension EndpointFailure {
    /// The status code of the answer, if there was one.
    public var statusCode: Int? { httpResponse?.statusCode }

    /// The time that the server asks to wait, from `Retry-After` (RFC 9110 §10.2.3).
    public var retryAfter: Duration? {
        httpResponse.flatMap { RetryAfter.duration(in: $0, now: Date()) }
    }
}
