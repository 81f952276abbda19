/// Where an attempt has got to: its request, and the redirects that led to it.
///
/// Its decisions are functions of their own, never inlined: what they need on the way would stay in the frame of the
/// async function that waits for an answer.
struct Course: Sendable {
    private(set) var request: URLRequest
    private(set) var hops = 0
    private let credentials: Credentials
    private var isForeign = false

    init(_ first: AuthenticatedRequest) {
        request = first.urlRequest
        credentials = first.credentials
    }

    /// The end of the way; nil when the answer leads on, to what is the request now.
    ///
    /// - Throws: the failure that the answer is, because it is too large or a redirect that must not be followed.
    @inline(never)
    mutating func arrival(
        with reply: TransportReply, journal: CallJournal
    ) throws(TransportFailure) -> Passage.Arrival? {
        do throws(TransportFailure) {
            try reply.check(size: reply.data.count, limit: journal.options.maxResponseSize)
        } catch {
            throw failure(error)
        }
        let decision = RedirectDecision.decide(
            about: reply.response,
            to: request,
            // What has been taken off is not put on again, wherever else the way leads.
            carrying: isForeign ? .none : credentials,
            hidesBody: journal.hidesBody,
            by: journal.options.redirectPolicy ?? .follow,
            hops: hops
        )
        switch decision {
        case .deliver:
            return Passage.Arrival(reply: reply, request: request, isForeign: isForeign)
        case .follow(let next, let leavesOrigin):
            request = next
            isForeign = isForeign || leavesOrigin
            hops += 1
            journal.redirected(to: next, by: reply)
            return nil
        case .refuse(var failure):
            failure.metrics = reply.metrics
            throw failure
        }
    }

    /// A failure, which tells after a redirect where it happened.
    @inline(never)
    func failure(_ failure: TransportFailure) -> TransportFailure {
        guard hops > 0 else { return failure }
        var located = failure
        located.redirectedRequest = RedactedRequest(request, hiding: credentials)
        return located
    }
}

extension TransportReply {
    /// Throws when a body has more bytes than it may; what there is of it stays with the failure.
    func check(size: Int, limit: Int?) throws(TransportFailure) {
        guard let limit, size > max(0, limit) else { return }
        var failure = TransportFailure(code: .tooLarge, detail: "more than \(limit) bytes")
        failure.reply = TransportReply(data: data.prefix(max(0, limit)), response: response)
        failure.metrics = metrics
        throw failure
    }
}
