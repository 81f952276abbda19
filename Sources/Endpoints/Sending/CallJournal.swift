/// What a call notes along its way, for the error or the response at its end.
struct CallJournal: Sendable {
    private let start = ContinuousClock.now
    private var attemptStart = ContinuousClock.now
    private var earlier: [FailureContext.Attempt] = []
    private var request: URLRequest
    private var credentials = Credentials.none

    init(_ request: URLRequest) {
        self.request = request
    }

    /// The number of attempts, the present one included.
    var attempts: Int { earlier.count + 1 }

    /// The time since the call began.
    var duration: Duration { ContinuousClock.now - start }

    /// Notes that an attempt begins with a request.
    mutating func begin(_ authenticated: AuthenticatedRequest) {
        attemptStart = .now
        request = authenticated.urlRequest
        credentials = authenticated.credentials
    }

    /// Notes that an attempt is over and another one follows.
    mutating func end(status: Int, outcome: String) {
        earlier.append(attempt(status: status, outcome: outcome))
    }

    /// A request as it may be shown.
    func redacted(_ request: URLRequest) -> RedactedRequest {
        RedactedRequest(request, hiding: credentials)
    }

    /// The circumstances of a failure of the present attempt; `last` is the request at the end of its redirects.
    func context(endpoint: Any.Type, last: RedactedRequest?, status: Int?, outcome: String) -> FailureContext {
        FailureContext(
            endpoint: String(describing: endpoint),
            request: last ?? redacted(request),
            attempts: earlier + [attempt(status: status, outcome: outcome)],
            duration: duration
        )
    }

    /// The response at the end of a call.
    func response<Value>(_ value: Value, arrival: Passage.Arrival) -> EndpointResponse<Value> {
        EndpointResponse(
            value: value,
            data: arrival.reply.data,
            httpResponse: arrival.reply.response,
            request: arrival.request,
            attempts: attempts,
            duration: duration,
            credentials: credentials
        )
    }

    private func attempt(status: Int?, outcome: String) -> FailureContext.Attempt {
        FailureContext.Attempt(statusCode: status, outcome: outcome, duration: ContinuousClock.now - attemptStart)
    }
}
