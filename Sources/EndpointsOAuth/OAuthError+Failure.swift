extension OAuthError: EndpointFailure {
    private var failure: (any EndpointFailure)? {
        if case .requestFailed(let failure) = self { failure } else { nil }
    }

    /// The status code of the authorization server's answer, if there was one.
    public var statusCode: Int? {
        switch self {
        case .server(let error): error.statusCode
        case .unreadableResponse(let status, _): status
        default: failure?.statusCode
        }
    }

    /// The head of the answer, where the request itself failed.
    public var httpResponse: HTTPURLResponse? { failure?.httpResponse }

    /// The body of the answer, where the request itself failed.
    public var body: Data? { failure?.body }

    /// The circumstances of the request, where it failed.
    public var context: FailureContext? { failure?.context }

    /// Whether the sign-in was cancelled.
    public var isCancelled: Bool {
        if case .cancelled = self { true } else { failure?.isCancelled ?? false }
    }

    /// Whether the device has no network.
    public var isOffline: Bool { failure?.isOffline ?? false }

    /// Whether a time limit was over.
    public var isTimeout: Bool {
        if case .timedOut = self { true } else { failure?.isTimeout ?? false }
    }

    /// Whether the same request may succeed later: after a failure of the network, the status 408, 425, 429 or 5xx but
    /// 501, and the server's codes `temporarily_unavailable`, `server_error` (RFC 6749 §4.1.2.1) and `slow_down`
    /// (RFC 8628 §3.5).
    public var isRetryable: Bool {
        if let failure { return failure.isRetryable }
        if let serverCode, Self.passingCodes.contains(serverCode) { return true }
        return statusCode.map(RetryPolicy.transientStatusCodes.contains) ?? false
    }

    /// Whether it takes a sign-in to go on.
    public var isUnauthorized: Bool {
        serverCode == "invalid_grant" || serverCode == "login_required" || failure?.isUnauthorized ?? false
    }

    private static let passingCodes: Set = ["temporarily_unavailable", "server_error", "slow_down"]
}
