/// The journey of a request: built once, then per attempt authenticated and sent, until there is something to decode.
///
/// Every public way to send is a line that calls it.
struct RequestPipeline<T: Endpoint>: Sendable {
    let session: URLSession
    let endpoint: T
    let environment: T.Server.Environments
    let auth: (any AuthenticationMethod)?
    let options: RequestOptions?

    func run() async throws(T.TaskError) -> EndpointResponse<T.Response> {
        guard !Task.isCancelled else { throw .cancelled }
        let built = try build()
        let interception = try await CallInterception.current?.intercept(InterceptedCall(endpoint, built.urlRequest))
        if case .answer(let answer)? = interception { return answer }
        let method = method(for: built)
        let options = T.resolvedOptions(options)
        let passage = Passage(transport: try transport(by: interception), limit: options.timeout)
        var journal = CallJournal(built.urlRequest)
        var reauthentications = 0
        var hadCredentials = false
        while true {
            let request = try await authenticate(built, by: method, options: options)
            // What had credentials is never sent again without them.
            guard !hadCredentials || !request.credentials.isEmpty else {
                throw .authenticationError(.notAuthenticated)
            }
            hadCredentials = !request.credentials.isEmpty
            journal.begin(request)
            let arrival = try await send(request, on: passage, journal: journal)
            guard reauthentications < method.maxRetryAttempts, built.isRepeatable,
                arrival.refutes(request, of: method)
            else { return try T.conclude(arrival, journal: journal) }
            reauthentications += 1
            journal.end(status: arrival.reply.response.statusCode, outcome: "reauthenticated")
            try await Self.authenticating { try await method.reauthenticate(after: arrival.request) }
        }
    }

    private func build() throws(T.TaskError) -> BuiltRequest {
        do throws(EndpointError) { return try endpoint.built(in: environment) } catch { throw .endpointError(error) }
    }

    private func transport(by interception: Interception<T>?) throws(T.TaskError) -> any Transport {
        if case .transport(let transport)? = interception {
            return OutfittedTransport(base: transport, additionalHeaders: session.additionalFields)
        }
        do throws(TransportFailure) {
            try RealNetwork.check(for: T.self)
            let network = SessionTransport(carrier: try session.taskCarrier())
            if case .around(let wrap)? = interception { return wrap(network) }
            return network
        } catch {
            throw .transportError(error)
        }
    }

    /// An endpoint that opted out is never authenticated, and a foreign absolute URL never gets the server's credentials.
    private func method(for built: BuiltRequest) -> any AuthenticationMethod {
        let isOptedOut = T.Auth.self == NoAuth.self && T.Server.Auth.self != NoAuth.self
        guard !isOptedOut, built.mayCarryCredentials else { return NoAuth() }
        return auth ?? T.sharedAuth(for: environment)
    }

    private func authenticate(
        _ built: BuiltRequest,
        by method: any AuthenticationMethod,
        options: RequestOptions
    ) async throws(T.TaskError) -> AuthenticatedRequest {
        let request = try await Self.authenticating {
            if method is NoAuth { return AuthenticatedRequest(unauthenticated: built.urlRequest) }
            let authenticated = try await method.authenticate(request: built.urlRequest)
            return try AuthenticatedRequest(authenticated, from: built.urlRequest)
        }
        if let url = request.insecureDestination, options.allowsInsecureCredentials != true {
            throw .authenticationError(.insecureTransport(url))
        }
        return request
    }

    private func send(
        _ request: AuthenticatedRequest,
        on passage: Passage,
        journal: CallJournal
    ) async throws(T.TaskError) -> Passage.Arrival {
        do throws(TransportFailure) {
            return try await passage.send(request)
        } catch {
            throw error.taskError(of: T.self, journal: journal)
        }
    }

    /// Runs a step of an authentication method, which may throw anything, and says what went wrong.
    private static func authenticating<Value: Sendable>(
        _ step: @Sendable () async throws -> Value
    ) async throws(T.TaskError) -> Value {
        do {
            let value = try await step()
            guard !Task.isCancelled else { throw CancellationError() }
            return value
        } catch {
            guard !Task.isCancelled else { throw .cancelled }
            throw .authenticationError((error as? AuthenticationError) ?? .custom(underlying: error))
        }
    }
}
