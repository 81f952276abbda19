/// What a typed mock does with a call, which is then neither authenticated nor sent nor tried again.
public struct MockAction<T: Endpoint>: Sendable {
    enum Outcome: Sendable {
        case value(T.Response)
        case refusal(T.ErrorResponse)
        case error(T.TaskError)
        case passThrough
    }

    let outcome: Outcome
    var status = 200
    var headers: [String: String] = [:]

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
        MockAction(outcome: .value(value), status: status, headers: headers)
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
        MockAction(outcome: .refusal(error), status: status, headers: headers)
    }

    /// Throws an error of any stage, such as `.authenticationError(.notAuthenticated)`.
    public static func `throw`(_ error: T.TaskError) -> MockAction {
        MockAction(outcome: .error(error))
    }

    /// Lets the call go to the network, also where an outer scope has a mock for it.
    public static var none: MockAction { MockAction(outcome: .passThrough) }
}

extension MockAction where T.Response == Void {
    /// Returns nothing, successfully.
    public static func `return`() -> MockAction { .return(()) }
}

extension MockAction {
    /// Whether the call goes to the network.
    var letsThrough: Bool {
        if case .passThrough = outcome { true } else { false }
    }

    /// What becomes of the call.
    func answer(to call: InterceptedCall<T>) throws(T.TaskError) -> Interception<T> {
        if case .passThrough = outcome { return .network }
        let reply: TransportReply
        do throws(TransportFailure) {
            reply = try TransportReply(status: status, headers: headers, data: Data(), to: call.request)
        } catch {
            throw call.failure(error)
        }
        switch outcome {
        case .value(let value): return .answer(call.response(value, from: reply))
        case .refusal(let error): throw call.refusal(error, from: reply)
        case .error(let error): throw error
        case .passThrough: return .network
        }
    }
}
