extension URLSession {
    /// Makes a task that sends an endpoint without authentication, for code that can't wait.
    ///
    /// There is one attempt. A redirect is followed by the rules of ``response(with:environment:auth:options:)`` as long
    /// as it needs no body. The shorter one of `timeout` and `deadline` of the endpoint's options is rounded up to
    /// whole seconds without traffic, because the platform's clock measures here. Call `resume()` on the task to start it, and `cancel()` to end it.
    /// Inside a closure catch with `do throws(E.TaskError)`, or the error widens to `any Error`.
    ///
    /// - Parameters:
    ///   - endpoint: the operation, with its inputs.
    ///   - environment: the environment that it is sent to; the server's default unless given.
    ///   - completion: called once, on a queue of no particular kind, unless this function throws.
    /// - Returns: the task, not yet running.
    /// - Throws: ``EndpointTaskError/endpointError(_:)`` when no request can be built, and
    ///   ``EndpointTaskError/transportError(_:)`` for a session that can't carry it.
    public func endpointTask<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        completion: @escaping @Sendable (Result<T.Response, T.TaskError>) -> Void
    ) throws(T.TaskError) -> URLSessionDataTask where T.Auth == NoAuth {
        try TaskCall(endpoint: endpoint, environment: environment).task(on: self, completion: completion)
    }

    /// Stands for sending an authenticated endpoint, which takes waiting; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            an authenticated endpoint cannot be sent by endpointTask, which cannot wait for its authentication; \
            use 'try await response(with:)'
            """
    )
    public func endpointTask<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        completion: @escaping @Sendable (Result<T.Response, T.TaskError>) -> Void
    ) throws(T.TaskError) -> URLSessionDataTask {
        throw .authenticationError(.callerMustAuthenticate)
    }
}
