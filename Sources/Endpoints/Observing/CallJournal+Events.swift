// What observers are told; without any it costs a look at an empty array.
extension CallJournal {
    /// Whether anybody observes the call.
    var isObserved: Bool { !observers.isEmpty }

    /// Notes an event about a request, by default the present attempt's; it is completed with the attempt's duration at
    /// hand.
    func note(
        _ kind: RequestEvent.Kind,
        about request: URLRequest? = nil,
        _ complete: (inout RequestEvent, _ attempt: Duration) -> Void = { _, _ in }
    ) {
        if isObserved { tell(kind, about: request, complete) }
    }

    /// It is never inlined: an event would have its room in the frame of the async function that notes it.
    @inline(never)
    private func tell(
        _ kind: RequestEvent.Kind, about request: URLRequest?,
        _ complete: (inout RequestEvent, _ attempt: Duration) -> Void
    ) {
        order?.lock()
        defer { order?.unlock() }
        let state = state.withLock { state in
            // What others go on with, such as a refresh that the call began, is none of its events any more.
            defer { if kind == .succeeded || kind == .failed { state.hasEnded = true } }
            return state
        }
        guard !state.hasEnded else { return }
        var event = RequestEvent(
            kind: kind,
            callID: id,
            attempt: state.attempts,
            endpoint: String(describing: endpoint),
            elapsed: duration,
            request: SentRequest(
                urlRequest: request ?? state.request, credentials: state.credentials, hidesBody: hidesBody)
        )
        if kind.hasMetrics { event.metrics = state.metrics }
        complete(&event, ContinuousClock.now - state.attemptStart)
        Self.tell(event, to: observers)
    }

    /// Tells the observers, whose own work belongs neither to the call nor to the refresh that it may be part of.
    private static func tell(_ event: RequestEvent, to observers: [any RequestObserver]) {
        WaitGraph.$current.withValue(nil) {
            CurrentCall.$journal.withValue(nil) {
                for observer in observers { observer.observe(event) }
            }
        }
    }

    /// Notes that a declared header field or query item stands where a credential would.
    func credentialDisplaced(by declared: String) {
        note(.credentialDisplaced) { event, _ in event.reason = declared }
    }

    /// Notes that the request is built, and what will carry it.
    func built(by carriage: Carriage, over session: URLSession) {
        note(.built) { event, _ in
            if case .transport = carriage { return }
            event.transferEngine = try? session.transferEngine
        }
    }

    /// Notes that the attempt's request is on its way.
    @inline(never)
    func sent(_ request: URLRequest) {
        // The time that credentials and a connection took is none of the server's.
        state.withLock { state in
            state.attemptStart = .now
            state.hasSent = true
        }
        note(.sent) { event, _ in event.requestSize = request.httpBody?.count ?? 0 }
    }

    /// Notes that the attempt goes on with another request.
    func redirected(to next: URLRequest, by reply: TransportReply) {
        state.withLock { $0.request = next }
        note(.redirected) { event, _ in
            event.statusCode = reply.response.statusCode
            event.metrics = reply.metrics
        }
    }

    /// Keeps what was measured of the attempt for its events.
    func keep(_ metrics: RequestMetrics?) {
        if isObserved, let metrics { state.withLock { $0.metrics = metrics } }
    }

    /// Notes the answer of an attempt.
    func received(_ arrival: Passage.Arrival) {
        keep(arrival.reply.metrics)
        note(.received, about: arrival.request) { event, duration in
            event.statusCode = arrival.reply.response.statusCode
            event.responseSize = arrival.reply.data.count
            event.duration = duration
        }
    }

    /// Notes that the attempt is over, and new credentials are asked for.
    func reauthenticate(after arrival: Passage.Arrival) {
        let status = arrival.reply.response.statusCode
        endAttempt(status: status, outcome: "reauthenticated")
        state.withLock { $0.refusal = arrival }
        note(.reauthenticating) { event, _ in event.statusCode = status }
    }

    /// Notes that the attempt has failed, and another one follows.
    func retry<E>(after delay: Duration, because failure: EndpointTaskError<E>) {
        endAttempt(status: failure.statusCode, outcome: "\(failure.kind), retried in \(delay.milliseconds)")
        note(.retrying) { event, duration in
            event.statusCode = failure.statusCode
            event.delay = delay
            event.reason = failure.kind
            event.duration = duration
        }
    }

    /// Runs a step on behalf of the call, so that its tokens are those of one sign-in, and what happens to them is noted.
    func authenticating<Value: Sendable>(_ step: @Sendable () async throws -> Value) async throws -> Value {
        try await CurrentCall.$journal.withValue(self, operation: step)
    }

    /// Notes the failure of a call that came to no request, and returns it.
    static func unsent<T: Endpoint>(
        _ failure: T.TaskError, of endpoint: T.Type, options: RequestOptions
    ) -> T.TaskError {
        guard let observers = options.observers, !observers.isEmpty else { return failure }
        let event = RequestEvent(
            kind: .failed,
            callID: UniqueID().number,
            attempt: 0,
            endpoint: String(describing: endpoint),
            elapsed: .zero,
            request: nil,
            failure: failure
        )
        tell(event, to: observers)
        return failure
    }

    /// Notes that the call has failed.
    func failed<E>(_ failure: EndpointTaskError<E>) {
        note(.failed) { event, duration in
            event.statusCode = failure.statusCode
            event.duration = duration
            event.failure = failure
        }
    }
}

extension RequestEvent.Kind {
    /// Whether an event of the kind is about the end of an attempt.
    fileprivate var hasMetrics: Bool { self == .received || self == .retrying || self == .failed }
}
