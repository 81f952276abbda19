#if canImport(Combine)
public import Combine

extension URLSession {
    /// Returns a publisher that sends an endpoint's request for each subscriber, by the way of
    /// ``response(with:environment:auth:options:)``, whose parameters and errors it has.
    ///
    /// Cancelling the subscription cancels the call. The response arrives on the task that carries the call; use
    /// `receive(on:)` to get it elsewhere.
    public func endpointPublisher<T: Endpoint>(
        with endpoint: T,
        environment: T.Server.Environments = T.Server.defaultEnvironment,
        auth: (any AuthenticationMethod)? = nil,
        options: RequestOptions? = nil
    ) -> AnyPublisher<T.Response, T.TaskError> {
        let interceptor = CallInterception.current
        return Deferred { [self] in
            let call = PublishedCall { [self] in
                await CallInterception.$current.withValue(interceptor) {
                    await result(with: endpoint, environment: environment, auth: auth, options: options)
                }
            }
            return Future<T.Response, T.TaskError> { promise in
                nonisolated(unsafe) let promise = promise  // Safe because the call uses it at most once.
                call.start { promise($0) }
            }.handleEvents(receiveCancel: call.cancel)
        }.eraseToAnyPublisher()
    }
}
#endif
