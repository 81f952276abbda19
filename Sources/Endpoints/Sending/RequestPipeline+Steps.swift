// The steps of the journey, each with the error that it may end in.
extension RequestPipeline {
    func transport(
        by interception: Interception<T>?, options: RequestOptions
    ) throws(T.TaskError) -> any Transport {
        if case .transport(let transport)? = interception {
            return OutfittedTransport(base: transport, additionalHeaders: session.additionalFields)
        }
        do throws(TransportFailure) {
            try RealNetwork.check(for: T.self)
            let network = SessionTransport(
                carrier: try session.taskCarrier(), maxResponseSize: options.maxResponseSize)
            if case .around(let wrap)? = interception { return wrap(network) }
            return network
        } catch {
            throw .transportError(error)
        }
    }

    /// An endpoint that opted out is never authenticated, and a foreign absolute URL never gets the server's credentials.
    func method(for built: BuiltRequest) -> any AuthenticationMethod {
        guard !T.isOptedOut, built.mayCarryCredentials else { return NoAuth() }
        return auth ?? T.sharedAuth(for: environment)
    }

    func authenticate(
        _ built: BuiltRequest, by method: any AuthenticationMethod, on passage: Passage
    ) async throws(T.TaskError) -> AuthenticatedRequest {
        let authenticated = try await authenticating(for: passage.journal) {
            if method is NoAuth { return AuthenticatedRequest(unauthenticated: built.urlRequest) }
            let authenticated = try await method.authenticate(request: built.urlRequest)
            return try AuthenticatedRequest(authenticated, from: built.urlRequest)
        }
        let request = passage.outfitted(authenticated)
        if let url = request.insecureDestination, passage.options.allowsInsecureCredentials != true {
            throw .authenticationError(.insecureTransport(url))
        }
        passage.journal.authenticated(request)
        return request
    }

    func send(
        _ request: AuthenticatedRequest, on passage: Passage
    ) async throws(T.TaskError) -> Passage.Arrival {
        do throws(TransportFailure) {
            let arrival = try await passage.send(request)
            passage.journal.received(arrival)
            return arrival
        } catch {
            throw error.taskError(of: T.self, journal: passage.journal)
        }
    }

    /// Runs a step of an authentication method, which may throw anything, and says what went wrong.
    func authenticating<Value: Sendable>(
        for journal: CallJournal, _ step: @escaping @Sendable () async throws -> Value
    ) async throws(T.TaskError) -> Value {
        do {
            let value = try await journal.observing(step)
            guard !Task.isCancelled else { throw CancellationError() }
            return value
        } catch {
            guard !Task.isCancelled else { throw .cancelled }
            throw .authenticationError((error as? AuthenticationError) ?? .custom(underlying: error))
        }
    }
}
