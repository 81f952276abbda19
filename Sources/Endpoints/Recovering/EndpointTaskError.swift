/// Everything that can go wrong in a call, by the stage that it went wrong in.
///
/// The cases are closed, so a `switch` needs no default. Inside a closure write `do throws(E.TaskError)`, and where the
/// language widens typed throws (`async let`, `Task.value`) use `result(with:)`.
public enum EndpointTaskError<ErrorResponse: Sendable>: Error {
    /// The declaration could not become a request.
    ///
    /// Nothing was sent.
    case endpointError(EndpointError)
    /// The request could not be given its credentials.
    case authenticationError(AuthenticationError)
    /// There was no usable answer.
    case transportError(TransportFailure)
    /// The server said no, and said why.
    case errorResponse(ErrorResponse, Received)
    /// There was an answer that could not be used.
    case unreadableResponse(ResponseFailure)
    /// The task was cancelled.
    case cancelled
}

extension EndpointTaskError {
    /// A transport's failure as a call reports it: a cancellation is no fault of the network.
    init(_ failure: TransportFailure) {
        self = failure.code == .cancelled ? .cancelled : .transportError(failure)
    }

    private var received: Received? {
        switch self {
        case .errorResponse(_, let received): received
        case .unreadableResponse(let failure): failure.received
        default: nil
        }
    }
}

extension EndpointTaskError: EndpointFailure {
    /// The status code of the answer, if there was one.
    public var statusCode: Int? {
        authenticationError.map(\.statusCode) ?? received?.statusCode
    }

    /// The head of the answer, if there was one.
    public var httpResponse: HTTPURLResponse? {
        authenticationError.map(\.httpResponse) ?? received?.httpResponse
    }

    /// The body of the answer, if there was one.
    public var body: Data? {
        authenticationError.map(\.body) ?? received?.body
    }

    /// The circumstances of the call, if it came to a request that was sent.
    public var context: FailureContext? {
        switch self {
        case .transportError(let failure): failure.context
        case .unreadableResponse(let failure): failure.context
        case .authenticationError(let error): error.context
        default: received?.context
        }
    }

    /// Whether the call was cancelled.
    public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// Whether the device has no network.
    public var isOffline: Bool {
        switch self {
        case .transportError(let failure): failure.code == .offline
        case .authenticationError(let error): error.isOffline
        default: false
        }
    }

    /// Whether a time limit was over.
    public var isTimeout: Bool {
        switch self {
        case .transportError(let failure): failure.code == .timedOut || failure.code == .deadlineExceeded
        case .authenticationError(let error): error.isTimeout
        default: false
        }
    }

    /// Whether the same call may succeed later: after a broken or missing connection, and after the statuses 408, 425,
    /// 429 and 5xx but 501.
    public var isRetryable: Bool {
        switch self {
        case .transportError(let failure): failure.isRetryable
        case .errorResponse, .unreadableResponse:
            received.map { RetryPolicy.transientStatusCodes.contains($0.statusCode) } ?? false
        case .authenticationError(let error): error.isRetryable
        case .endpointError, .cancelled: false
        }
    }

    /// Whether it takes a sign-in to go on.
    public var isUnauthorized: Bool {
        switch self {
        case .authenticationError(let error): error.needsSignIn
        default: statusCode == 401
        }
    }

}

extension TransportFailure {
    /// Whether the same request may get through later.
    public var isRetryable: Bool {
        code == .deadlineExceeded || code == .offline || code == .cannotFindHost
            || RetryPolicy.transientFailureCodes.contains(code)
    }
}
