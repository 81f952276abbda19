// The steps of the journey, each with the error that it may end in.
extension RequestPipeline {
    /// Builds the request, and opens the call's journal.
    @inline(never)
    func begin() throws(T.TaskError) -> (BuiltRequest, CallJournal) {
        let options = T.resolvedOptions(options)
        guard !Task.isCancelled else { throw CallJournal.unsent(.cancelled, of: T.self, options: options) }
        let built = try endpoint.request(in: environment, options: options)
        return (built, CallJournal(of: T.self, built.urlRequest, options: options))
    }

    @inline(never)
    func passage(by carriage: Carriage, journal: CallJournal) throws(T.TaskError) -> Passage {
        Passage(on: try transport(by: carriage, options: journal.options), journal: journal)
    }

    private func transport(
        by carriage: Carriage, options: RequestOptions
    ) throws(T.TaskError) -> any Transport {
        if case .transport(let transport) = carriage {
            return OutfittedTransport(base: transport, additionalHeaders: session.additionalFields)
        }
        do throws(TransportFailure) {
            try RealNetwork.check(for: T.self)
            let network = SessionTransport(
                carrier: try session.requestCarrier(), maxResponseSize: options.maxResponseSize)
            if case .around(let wrap) = carriage { return wrap(network) }
            return network
        } catch {
            throw .transportError(error)
        }
    }

    /// An endpoint that opted out is never authenticated, and a foreign absolute URL never gets the server's credentials.
    @inline(never)
    func method(for built: BuiltRequest) -> any AuthenticationMethod {
        guard !T.isOptedOut, built.mayCarryCredentials else { return NoAuth() }
        return auth ?? T.sharedAuth(for: environment)
    }

    func authenticate(
        _ built: BuiltRequest, by method: any AuthenticationMethod, on passage: Passage
    ) async throws(T.TaskError) -> AuthenticatedRequest {
        passage.journal.beginAttempt()
        let authenticated = try await authenticating(for: passage.journal) {
            if method is NoAuth { return AuthenticatedRequest(unauthenticated: built.urlRequest) }
            let authenticated = try await method.authenticate(request: built.urlRequest)
            return try AuthenticatedRequest(authenticated, from: built.urlRequest)
        }
        let request = passage.outfitted(authenticated)
        if let url = request.insecureDestination(by: passage.transport.proxies),
            passage.journal.options.allowsInsecureCredentials != true
        {
            throw .authenticationError(.insecureTransport(url))
        }
        passage.journal.authenticated(request)
        return request
    }

    func send(
        _ request: AuthenticatedRequest, on passage: Passage
    ) async throws(T.TaskError) -> Passage.Arrival? {
        do throws(TransportFailure) {
            let arrival = try await passage.send(request)
            if let arrival { passage.journal.received(arrival) }
            return arrival
        } catch {
            throw error.taskError(of: T.self, journal: passage.journal)
        }
    }

    /// The response that an answer is; nil when new credentials are wanted for it.
    ///
    /// It is never inlined: what it needs would stay in the frame of the async function that waits for the answer.
    @inline(never)
    func conclude(
        _ arrival: Passage.Arrival,
        of request: AuthenticatedRequest,
        counting renewals: inout RenewalBudget,
        on passage: Passage
    ) throws(T.TaskError) -> EndpointResponse<T.Response>? {
        let isRefused = CurrentCall.$journal.withValue(passage.journal) { renewals.take(for: arrival, of: request) }
        guard request.urlRequest.isReplayable, isRefused else {
            let response = try T.conclude(arrival, journal: passage.journal)
            // Where the call has a deadline, that may still come first.
            if passage.journal.options.deadline == nil { passage.journal.note(.succeeded) }
            return response
        }
        passage.journal.reauthenticate(after: arrival)
        return nil
    }

    func reauthenticate(
        after arrival: Passage.Arrival, by method: any AuthenticationMethod, on passage: Passage
    ) async throws(T.TaskError) {
        try await authenticating(for: passage.journal) { try await method.reauthenticate(after: arrival.request) }
    }

    /// Runs a step of an authentication method, which may throw anything, and says what went wrong.
    func authenticating<Value: Sendable>(
        for journal: CallJournal, _ step: @escaping @Sendable () async throws -> Value
    ) async throws(T.TaskError) -> Value {
        do {
            let value = try await journal.authenticating(step)
            guard !Task.isCancelled else { throw CancellationError() }
            return value
        } catch {
            guard !Task.isCancelled else { throw .cancelled }
            var failure = (error as? AuthenticationError) ?? .custom(underlying: error)
            if failure.received == nil { failure.received = journal.refusal }
            throw .authenticationError(failure)
        }
    }
}
