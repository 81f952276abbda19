/// One attempt on its way: a request, the redirects that follow from it, and the answer at the end.
struct Passage: Sendable {
    let transport: any Transport
    let journal: CallJournal
    /// Measures time limits and waits.
    let clock: any Clock<Duration>

    init(on transport: any Transport, journal: CallJournal) {
        self.transport = transport
        self.journal = journal
        clock = transport.clock ?? TimeLimit.clock
    }

    /// Waits between two attempts; returns early when the task is cancelled.
    func pause(for delay: Duration) async {
        if delay > .zero, !transport.skipsPauses { try? await clock.sleep(for: delay.bounded) }
    }

    /// Sends a request that is ready to leave, and follows redirects.
    ///
    /// - Returns: nil when the credentials grew old in the line for a connection, which has been passed on.
    func send(_ first: AuthenticatedRequest) async throws(TransportFailure) -> Arrival? {
        var course = Course(first)
        // It is for all of the way but the waits for a connection.
        var budget = journal.options.timeout.map { TimeBudget($0) }
        while true {
            let gate = transport.gate
            let wait = first.hasCredentials && gate != nil ? Stopwatch(clock) : nil
            let reply: TransportReply
            do throws(TransportFailure) {
                let place = try await gate?.pass(
                    to: course.request.url, inFront: journal.hasComeBack && course.hops == 0)
                defer { if let place { gate?.leave(place) } }
                // Waiting for a connection may have taken long.
                if first.hasCredentials, journal.signInEnd != nil { throw TransportFailure(code: .signInEnded) }
                if let wait, course.hops == 0, place?.hasWaited == true,
                    journal.mustComeBack(with: first, after: wait.elapsed)
                {
                    return nil
                }
                if course.hops == 0 { journal.sent(course.request) }
                if budget == nil {
                    reply = try await transport.send(course.request)
                } else {
                    reply = try await send(course.request, within: &budget)
                }
            } catch {
                throw course.failure(error)
            }
            if let arrival = try course.arrival(with: reply, journal: journal) { return arrival }
        }
    }

    /// It is never inlined: calls without a time limit need no room for one while they wait.
    @inline(never)
    private func send(
        _ request: URLRequest, within budget: inout TimeBudget?
    ) async throws(TransportFailure) -> TransportReply {
        guard var rest = budget else { return try await transport.send(request) }
        defer { budget = rest }
        return try await rest.run(on: clock) { [transport] () async throws(TransportFailure) in
            try await transport.send(request)
        }
    }

    /// The request as it leaves, with the platform's time limit out of the way of ours.
    func outfitted(_ authenticated: AuthenticatedRequest) -> AuthenticatedRequest {
        let fields = transport.additionalHeaders
        guard !fields.isEmpty || journal.options.timeout != nil else { return authenticated }
        var outfitted = authenticated.outfitted(with: fields)
        if journal.options.timeout != nil { outfitted.urlRequest = PlatformTimeout.yielding(outfitted.urlRequest) }
        return outfitted
    }
}

extension Passage {
    /// The answer at the end of the way.
    struct Arrival: Sendable {
        let reply: TransportReply
        /// The request that was answered, which is another than the first after a redirect.
        let request: URLRequest
        /// Whether the way led to another origin, whose answer says nothing about our credentials.
        let isForeign: Bool

        /// Whether the answer means that the method's credentials in the request are no longer good.
        func refutes(_ authenticated: AuthenticatedRequest, of method: any AuthenticationMethod) -> Bool {
            authenticated.isRenewable && !isForeign
                && method.shouldReauthenticate(after: reply.response, body: reply.data, to: request)
        }
    }
}
