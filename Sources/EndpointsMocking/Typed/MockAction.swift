/// What a typed mock does with a call, which is then neither authenticated nor sent nor tried again.
public struct MockAction<T: Endpoint>: Sendable {
    enum Outcome: Sendable {
        case value(T.Response)
        case refusal(T.ErrorResponse)
        case error(T.TaskError)
        case passThrough
    }

    /// What the action is made of, in one piece, since it is handed on with every call.
    private final class Content: Sendable {
        let outcome: Outcome
        /// What `endpointResponse(with:)` shows, or why nothing can.
        let head: Result<HeadDescription, TransportFailure>

        init(_ outcome: Outcome, _ head: Result<HeadDescription, TransportFailure>) {
            self.outcome = outcome
            self.head = head
        }
    }

    private let content: Content
    /// Whether the call goes to the network.
    let letsThrough: Bool

    private init(_ outcome: Outcome, status: Int = 200, headers: [String: String] = [:]) {
        content = Content(
            outcome,
            Result { () throws(TransportFailure) in try HeadDescription(status: status, headers: headers) }
        )
        letsThrough = if case .passThrough = outcome { true } else { false }
    }

    /// Returns a value, with the status and header fields that `endpointResponse(with:)` shows.
    ///
    /// - Parameters:
    ///   - value: the response.
    ///   - status: 200 by default.
    ///   - headers: none by default.
    public static func `return`(
        _ value: T.Response,
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> MockAction {
        MockAction(.value(value), status: status, headers: headers)
    }

    /// Refuses the call with the server's own error.
    ///
    /// - Parameters:
    ///   - error: what the call throws as ``EndpointTaskError/errorResponse(_:_:)``.
    ///   - status: 400 by default.
    ///   - headers: none by default; `Retry-After` is a useful one.
    public static func fail(
        _ error: T.ErrorResponse,
        status: Int = 400,
        headers: [String: String] = [:]
    ) -> MockAction {
        MockAction(.refusal(error), status: status, headers: headers)
    }

    /// Throws an error of any stage, such as `.authenticationError(.notAuthenticated)`.
    public static func `throw`(_ error: T.TaskError) -> MockAction {
        MockAction(.error(error))
    }

    /// Lets the call go to the network, also where an outer scope has a mock for it.
    public static var none: MockAction { MockAction(.passThrough) }
}

extension MockAction where T.Response == Void {
    /// Returns nothing, successfully.
    public static func `return`() -> MockAction { .return(()) }
}

extension MockAction {
    /// What becomes of the call.
    func answer(to call: InterceptedCall<T>) -> Interception<T> {
        let head: HeadDescription
        switch content.head {
        case .success(let description): head = description
        case .failure(let failure): return .failure(call.failure(failure))
        }
        switch content.outcome {
        case .value(let value): return .answer(call.response(value, with: head))
        case .refusal(let error): return .failure(call.refusal(error, with: head))
        case .error(let error): return .failure(error)
        case .passThrough: return .network
        }
    }
}
