extension URLSession {
    /// Sends an endpoint's request and returns its response.
    ///
    /// - Parameters:
    ///   - endpoint: the operation, with its inputs.
    ///   - environment: the environment that it is sent to; the server's default unless given.
    ///   - auth: the account; nil uses what the endpoint declares. An endpoint that opted out by declaring ``NoAuth`` is
    ///     not authenticated even so.
    ///   - options: options for this call; they come before the endpoint's and the server's.
    /// - Returns: what the endpoint's `decode` makes of the answer.
    /// - Throws: the endpoint's ``EndpointTaskError``, whose cases are the stages of a call. A cancelled task gets
    ///   ``EndpointTaskError/cancelled`` at once.
    public func response<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        auth: (any AuthenticationMethod)? = nil,
        options: RequestOptions? = nil
    ) async throws(T.TaskError) -> T.Response {
        try await RequestPipeline(
            session: self, endpoint: endpoint, environment: environment, auth: auth, options: options
        ).run().value
    }

    /// Sends an endpoint's request and returns its response together with the answer that it was read from.
    ///
    /// The parameters and errors are those of ``response(with:environment:auth:options:)``.
    public func endpointResponse<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        auth: (any AuthenticationMethod)? = nil,
        options: RequestOptions? = nil
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        try await RequestPipeline(
            session: self, endpoint: endpoint, environment: environment, auth: auth, options: options
        ).run()
    }

    /// Sends an endpoint's request and returns its response or error as a value.
    ///
    /// Some places of the language widen a typed throw to `any Error`: `async let`, `Task.value`, closures passed to
    /// generic functions. There a `Result` keeps the type: `async let posts = session.result(with: ListPosts())`.
    /// The parameters and errors are those of ``response(with:environment:auth:options:)``.
    public func result<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        auth: (any AuthenticationMethod)? = nil,
        options: RequestOptions? = nil
    ) async -> Result<T.Response, T.TaskError> {
        do throws(T.TaskError) {
            return .success(try await response(with: endpoint, environment: environment, auth: auth, options: options))
        } catch {
            return .failure(error)
        }
    }
}
