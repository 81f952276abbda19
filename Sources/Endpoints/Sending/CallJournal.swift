/// What a call knows, and notes along its way: for the error or the response at its end, and for those who observe it.
final class CallJournal: Sendable {
    struct State: Sendable {
        var request: URLRequest
        var credentials = Credentials.none
        var attempts = 0
        var hasEnded = false
        /// Whether anything of the call has left, or is about to.
        var hasSent = false
        /// The server's refusal that new credentials were asked for.
        var refusal: Passage.Arrival?
        var signIns: [SignIn] = []
        var isNobodys = false
        /// Ends of sign-ins that the call's failure has caused.
        var endings: [Task<Void, Never>] = []
        var attemptStart: ContinuousClock.Instant
        /// What was measured of the attempt, where the call is observed.
        var metrics: RequestMetrics?
        /// How often the attempt has come back from the line for a connection.
        var returns = 0
        var earlier: [FailureContext.Attempt] = []
    }

    let endpoint: any Endpoint.Type
    private let start = ContinuousClock.now
    let options: RequestOptions
    let observers: [any RequestObserver]
    let hidesBody: Bool
    let id: UInt64
    let state: Locked<State>
    /// Keeps events apart that two threads tell, as a refresh that goes on and the call's end; an observer may come back.
    let order: NSRecursiveLock?

    /// Creates the journal of a call.
    ///
    /// - Parameters:
    ///   - endpoint: the type.
    ///   - request: the request as it was built.
    ///   - options: those of the call, which say who observes, and whether the body is a secret.
    init<T: Endpoint>(of endpoint: T.Type, _ request: URLRequest, options: RequestOptions = RequestOptions()) {
        self.endpoint = endpoint
        self.options = options
        observers = options.observers ?? []
        hidesBody = options.hidesBody ?? (T.isOptedOut || WaitGraph.current != nil)
        id = observers.isEmpty ? 0 : UniqueID().number
        order = observers.isEmpty ? nil : NSRecursiveLock()
        state = Locked(State(request: request, attemptStart: start))
    }

    /// The time since the call began.
    var duration: Duration { ContinuousClock.now - start }

    /// Notes that an attempt begins.
    @inline(never)
    func beginAttempt() {
        state.withLock { state in
            guard state.returns == 0 else { return }
            state.attempts += 1
            state.attemptStart = .now
            state.metrics = nil
        }
    }

    /// Notes the request of the attempt; observers aren't told again of one that has come back from the line for a
    /// connection.
    @inline(never)
    func authenticated(_ request: AuthenticatedRequest) {
        let isNew = state.withLock { state in
            state.request = request.urlRequest
            state.credentials = request.credentials
            return state.returns == 0
        }
        guard isNew else { return }
        note(.authenticated)
        for name in request.displacing { credentialDisplaced(by: "the declared header field \(name)") }
    }

    /// Notes that the attempt is over and another one follows.
    func endAttempt(status: Int?, outcome: String) {
        state.withLock { state in
            state.returns = 0
            state.earlier.append(state.attempt(status: status, outcome: outcome))
        }
    }

    /// A request as it may be shown.
    func redacted(_ request: URLRequest) -> RedactedRequest {
        RedactedRequest(request, hiding: state.withLock(\.credentials))
    }

    /// The circumstances of a failure of the present attempt; `last` is the request at the end of its redirects.
    func context(last: RedactedRequest?, status: Int?, outcome: String) -> FailureContext {
        let state = state.withLock { $0 }
        return FailureContext(
            endpoint: String(describing: endpoint),
            request: last ?? redacted(state.request),
            attempts: state.earlier + [state.attempt(status: status, outcome: outcome)],
            duration: duration
        )
    }

    /// The server's refusal that new credentials were asked for; nil when there was none.
    var refusal: Received? {
        let state = state.withLock { $0 }
        guard let arrival = state.refusal else { return nil }
        let context = FailureContext(
            endpoint: String(describing: endpoint), request: redacted(arrival.request), attempts: state.earlier,
            duration: duration)
        return Received(httpResponse: arrival.reply.response, body: arrival.reply.data, context: context)
    }

    /// The response at the end of a call.
    func response<Value>(_ value: Value, arrival: Passage.Arrival) -> EndpointResponse<Value> {
        let state = state.withLock { $0 }
        return EndpointResponse(
            value: value,
            data: arrival.reply.data,
            head: .received(arrival.reply.response),
            attempts: max(1, state.attempts),
            duration: duration,
            metrics: arrival.reply.metrics,
            sentRequest: SentRequest(
                urlRequest: arrival.request, credentials: state.credentials, hidesBody: hidesBody)
        )
    }

    /// The response at the end of a call that was answered before its first attempt.
    @inline(__always)
    func answer<Value>(_ value: Value, to request: URLRequest, with head: HeadDescription) -> EndpointResponse<Value> {
        EndpointResponse(
            value: value,
            data: Data(),
            head: .described(head),
            attempts: 1,
            duration: duration,
            metrics: nil,
            sentRequest: SentRequest(urlRequest: request, credentials: .none, hidesBody: hidesBody)
        )
    }
}

extension CallJournal.State {
    func attempt(status: Int?, outcome: String) -> FailureContext.Attempt {
        FailureContext.Attempt(statusCode: status, outcome: outcome, duration: ContinuousClock.now - attemptStart)
    }
}
