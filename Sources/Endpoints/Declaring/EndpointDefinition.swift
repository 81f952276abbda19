/// How an endpoint's values become a request: method, address, parameters and headers.
///
/// Inside an endpoint it is spelt `Definition`.
public struct EndpointDefinition<T: Endpoint>: Sendable {
    let plan: RequestPlan<T>

    /// The service that the request goes to.
    public var server: T.Server { plan.server }
    /// The request method.
    public var method: HTTPMethod { plan.method }

    /// Describes a request to a path below the server's base URL.
    ///
    /// - Parameters:
    ///   - server: the service; a fresh value of the endpoint's `Server` by default.
    ///   - method: the request method, `.get` by default.
    ///   - path: the path below the base URL's path. `\(\.id)` puts a property of the endpoint into it, escaped so that
    ///     it stays one segment.
    ///   - parameters: query items and form fields, sent in this order.
    ///   - headers: header fields; a value that is nil leaves its field out.
    public init(
        server: T.Server = T.Server(),
        method: HTTPMethod = .get,
        path: PathTemplate<T>,
        parameters: [EndpointParameter<T>] = [],
        headers: HeaderFields<T> = [:]
    ) {
        plan = RequestPlan(
            server: server, method: method, address: .path(path.parts), parameters: parameters, headers: headers)
    }

    /// Describes a request to a URL that the endpoint itself carries: a presigned upload, the `next` of a `Link`.
    ///
    /// Credentials are attached only when the URL has the same origin as the server's base URL.
    ///
    /// - Parameters:
    ///   - server: the service; a fresh value of the endpoint's `Server` by default.
    ///   - method: the request method, `.get` by default.
    ///   - url: the absolute `http` or `https` URL.
    ///   - headers: header fields; a value that is nil leaves its field out.
    public init(
        server: T.Server = T.Server(),
        method: HTTPMethod = .get,
        url: @escaping @Sendable (T) -> URL,
        headers: HeaderFields<T> = [:]
    ) {
        plan = RequestPlan(server: server, method: method, address: .url(url), parameters: [], headers: headers)
    }
}
