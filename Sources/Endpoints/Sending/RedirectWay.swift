/// The redirects of one platform task: where it is now, and where an answer leads it.
final class RedirectWay: Sendable {
    private struct State: Sendable {
        var request: URLRequest
        var hops = 0
        var isForeign = false
    }

    private let state: Locked<State>
    private let credentials: Credentials
    private let policy: RedirectPolicy
    private let cookies: CookieJar?

    init(_ first: AuthenticatedRequest, policy: RedirectPolicy, cookies: CookieJar?) {
        self.policy = policy
        state = Locked(State(request: first.urlRequest))
        credentials = first.credentials
        self.cookies = cookies
    }

    /// The request that the task sends now, with the cookies that belong to it.
    var request: URLRequest {
        let request = state.withLock(\.request)
        return cookies?.adding(to: request) ?? request
    }

    /// Sends the request, and those that redirects lead to, until there is an answer; `journal` notes when the first
    /// leaves.
    func outcome(
        on carrier: any RequestCarrier, maxResponseSize: Int?, journal: CallJournal
    ) async -> Exchange.Outcome {
        do throws(TransportFailure) {
            while true {
                let place = try await carrier.gate?.pass(to: state.withLock(\.request.url))
                defer { if let place { carrier.gate?.leave(place) } }
                let request = request
                if state.withLock(\.hops) == 0 { journal.sent(request) }
                let reply = try await carrier.send(request, maxResponseSize: maxResponseSize)
                cookies?.store(from: reply, to: request)
                if try follow(reply.response).get() == nil { return .success(reply) }
            }
        } catch {
            return .failure(error)
        }
    }

    /// The request that an answer leads to; nil when the answer is the end of the way.
    @Sendable func follow(_ response: HTTPURLResponse) -> Result<URLRequest?, TransportFailure> {
        let now = state.withLock { $0 }
        switch RedirectDecision.decide(
            about: response, to: now.request, carrying: now.isForeign ? .none : credentials, by: policy, hops: now.hops)
        {
        case .deliver:
            return .success(nil)
        case .refuse(let failure):
            return .failure(failure)
        case .follow(let next, _) where next.httpBody != nil || next.mustNotShareConnection:
            return .failure(TransportFailure(code: .redirectNeedsBody))
        case .follow(let next, let isForeign):
            state.withLock {
                $0 = State(request: next, hops: now.hops + 1, isForeign: now.isForeign || isForeign)
            }
            return .success(request)
        }
    }
}
