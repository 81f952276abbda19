/// One attempt on its way: a request, the redirects that follow from it, and the answer at the end.
struct Passage: Sendable {
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

    let transport: any Transport
    /// The time limit is for all of the way but the waits for a connection.
    let options: RequestOptions
    let journal: CallJournal
    /// Measures time limits and waits.
    let clock: any Clock<Duration>

    init(on transport: any Transport, options: RequestOptions, journal: CallJournal) {
        self.transport = transport
        self.options = options
        self.journal = journal
        clock = transport.clock ?? TimeLimit.clock
    }

    /// Waits between two attempts; returns early when the task is cancelled.
    func pause(for delay: Duration) async {
        if delay > .zero, !transport.skipsPauses { try? await clock.sleep(for: delay.bounded) }
    }

    /// Sends a request that is ready to leave, and follows redirects.
    func send(_ first: AuthenticatedRequest) async throws(TransportFailure) -> Arrival {
        var budget = TimeBudget(options.timeout, on: clock)
        var request = first.urlRequest
        var isForeign = false
        var hops = 0
        while true {
            let reply = try await send(request, within: &budget, hops: hops, hiding: first.credentials)
            switch RedirectDecision.decide(
                about: reply.response,
                to: request,
                // What has been taken off is not put on again, wherever else the way leads.
                carrying: isForeign ? .none : first.credentials,
                hidesBody: journal.hidesBody,
                by: options.redirectPolicy ?? .follow,
                hops: hops
            ) {
            case .deliver:
                return Arrival(reply: reply, request: request, isForeign: isForeign)
            case .follow(let next, let leavesOrigin):
                request = next
                isForeign = isForeign || leavesOrigin
                hops += 1
                journal.redirected(to: next, by: reply.response.statusCode)
            case .refuse(let failure):
                throw failure
            }
        }
    }

    /// Sends one request; a failure after a redirect tells where it happened.
    private func send(
        _ request: URLRequest,
        within budget: inout TimeBudget,
        hops: Int,
        hiding credentials: Credentials
    ) async throws(TransportFailure) -> TransportReply {
        do throws(TransportFailure) {
            let leave = try await transport.admission(to: request.url)
            defer { leave?() }
            if hops == 0 { journal.sent(request) }
            let reply = try await budget.run { [transport] () async throws(TransportFailure) in
                try await transport.send(request)
            }
            try reply.check(size: reply.data.count, limit: options.maxResponseSize)
            return reply
        } catch {
            var failure = error
            if hops > 0 { failure.redirectedRequest = RedactedRequest(request, hiding: credentials) }
            throw failure
        }
    }

    /// The request as it leaves, with the platform's time limit out of the way of ours.
    func outfitted(_ authenticated: AuthenticatedRequest) -> AuthenticatedRequest {
        var outfitted = authenticated.outfitted(with: transport.additionalHeaders)
        if options.timeout != nil { outfitted.urlRequest = PlatformTimeout.yielding(outfitted.urlRequest) }
        return outfitted
    }
}

extension TransportReply {
    /// Throws when a body has more bytes than it may; what there is of it stays with the failure.
    func check(size: Int, limit: Int?) throws(TransportFailure) {
        guard let limit, size > max(0, limit) else { return }
        var failure = TransportFailure(code: .tooLarge, detail: "more than \(limit) bytes")
        failure.reply = TransportReply(data: data.prefix(max(0, limit)), response: response)
        throw failure
    }
}
