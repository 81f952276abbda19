extension AuthenticationError: EndpointFailure {
    /// The cause, where the package made it and it can be asked; otherwise the refusal that came before.
    var cause: (any EndpointFailure)? {
        underlying.flatMap(Self.failure)
    }

    private static func failure(_ error: any Error) -> (any EndpointFailure)? {
        switch error {
        case let rejection as RefreshRejection: rejection.underlying.flatMap(failure)
        case let failure as any EndpointFailure: failure
        case let failure as TransportFailure: EndpointTaskError<EmptyResponse>(failure)
        case let failure as ResponseFailure: EndpointTaskError<EmptyResponse>.unreadableResponse(failure)
        case let error as EndpointError: EndpointTaskError<EmptyResponse>.endpointError(error)
        case let error as URLError: EndpointTaskError<EmptyResponse>(TransportFailure(error))
        default: nil
        }
    }

    /// The status code of the cause, or of the refusal when there is no cause.
    public var statusCode: Int? {
        if let cause { return cause.statusCode }
        return received?.statusCode
    }

    /// The head of the cause's answer, or of the refusal when there is no cause.
    public var httpResponse: HTTPURLResponse? {
        if let cause { return cause.httpResponse }
        return received?.httpResponse
    }

    /// The body of the cause's answer, or of the refusal when there is no cause.
    public var body: Data? {
        if let cause { return cause.body }
        return received?.body
    }

    /// The circumstances of the call that was refused, or of the cause.
    public var context: FailureContext? { received?.context ?? cause?.context }

    /// False: a call that was cancelled is ``EndpointTaskError/cancelled``.
    public var isCancelled: Bool { false }

    /// Whether the cause is that the device has no network.
    public var isOffline: Bool { cause?.isOffline ?? false }

    /// Whether the refresh or its cause took too long.
    public var isTimeout: Bool { code == .refreshTimedOut || cause?.isTimeout ?? false }

    /// Whether the same call may succeed later; as the cause says where there is one.
    public var isRetryable: Bool {
        switch code {
        case .refreshTimedOut, .storageFailed: true
        case .refreshFailed: cause?.isRetryable ?? true
        case .custom: cause?.isRetryable ?? false
        default: false
        }
    }

    /// Whether it takes a sign-in to go on.
    public var isUnauthorized: Bool { needsSignIn }

    /// Whether it takes a sign-in to go on.
    var needsSignIn: Bool {
        [.notAuthenticated, .callerMustAuthenticate, .noRefreshToken, .refreshRejected].contains(code)
    }
}

/// An error that may wrap the failure of an authentication.
package protocol AuthenticationFailing {
    /// The failure of the authentication; nil when it is another.
    var authenticationError: AuthenticationError? { get }
}

extension EndpointTaskError: AuthenticationFailing {
    package var authenticationError: AuthenticationError? {
        if case .authenticationError(let error) = self { error } else { nil }
    }
}

extension AuthenticationError {
    /// The reentrancy that made a refresh handler or a sign-in fail; nil when it was something else.
    static func reentrancy(in error: any Error) -> AuthenticationError? {
        switch error {
        case let error as AuthenticationError: error.code == .reentrantRefresh ? error : nil
        case let error as any AuthenticationFailing: error.authenticationError.flatMap(reentrancy)
        case let error as RefreshReentrancyError: .reentrantRefresh(error)
        default: nil
        }
    }
}
