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
    /// The time for all of it.
    let limit: Duration?

    /// Sends the request and follows redirects.
    func send(_ authenticated: AuthenticatedRequest) async throws(TransportFailure) -> Arrival {
        let first = outfitted(authenticated)
        return try await TimeLimit.run(limit) { () async throws(TransportFailure) in
            var request = first.urlRequest
            var isForeign = false
            var hops = 0
            while true {
                let reply = try await Self.send(request, by: transport, hops: hops, hiding: first.credentials)
                switch RedirectDecision.decide(
                    about: reply.response,
                    to: request,
                    carrying: first.credentials,
                    hops: hops
                ) {
                case .deliver:
                    return Arrival(reply: reply, request: request, isForeign: isForeign)
                case .follow(let next, let leavesOrigin):
                    request = next
                    isForeign = isForeign || leavesOrigin
                    hops += 1
                case .refuse(let failure):
                    throw failure
                }
            }
        }
    }

    /// Sends one request; a failure after a redirect tells where it happened.
    private static func send(
        _ request: URLRequest,
        by transport: any Transport,
        hops: Int,
        hiding credentials: Credentials
    ) async throws(TransportFailure) -> TransportReply {
        do throws(TransportFailure) {
            return try await transport.send(request)
        } catch {
            var failure = error
            if hops > 0 { failure.redirectedRequest = RedactedRequest(request, hiding: credentials) }
            throw failure
        }
    }

    /// The request as it leaves, with the platform's time limit out of the way of ours.
    private func outfitted(_ authenticated: AuthenticatedRequest) -> AuthenticatedRequest {
        var outfitted = authenticated.outfitted(with: transport.additionalHeaders)
        if let limit { outfitted.urlRequest = PlatformTimeout.yielding(outfitted.urlRequest, to: limit) }
        return outfitted
    }
}
