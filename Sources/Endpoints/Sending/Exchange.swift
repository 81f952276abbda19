/// One request and its answer, between a session's callbacks and whoever waits.
///
/// It delivers exactly once: the answer, the failure, or the cancellation, whichever comes first. A cancellation is
/// delivered at once and the platform's task is cancelled from another queue, because `URLSessionTask.cancel()` can
/// deadlock or crash when it meets the end of the transfer.
final class Exchange: Sendable {
    typealias Outcome = Result<TransportReply, TransportFailure>

    /// Says where a redirect leads; the default refuses it, which makes it the answer.
    typealias RedirectHandler = @Sendable (HTTPURLResponse) -> Result<URLRequest?, TransportFailure>

    private struct State: Sendable {
        var deliver: (@Sendable (Outcome) -> Void)?
        var task: URLSessionTask?
        var response: URLResponse?
        var data = Data()
        var isChallenged = false
        var refusal: TransportFailure?
        var isDelivered = false
        var isFinished = false
    }

    private let state = Locked(State())
    private let maxResponseSize: Int?
    private let redirectHandler: RedirectHandler

    init(maxResponseSize: Int? = nil, redirectHandler: @escaping RedirectHandler = { _ in .success(nil) }) {
        self.maxResponseSize = maxResponseSize
        self.redirectHandler = redirectHandler
    }

    /// Starts the task that `makeTask` returns, unless the exchange has been cancelled before.
    func start(
        makeTask: () throws(TransportFailure) -> URLSessionTask,
        deliver: @escaping @Sendable (Outcome) -> Void
    ) {
        guard expect(deliver) else { return deliver(.failure(TransportFailure(code: .cancelled))) }
        do throws(TransportFailure) {
            let task = try makeTask()
            let isCancelled = attach(task)
            task.resume()
            if isCancelled { abandon(task) }
        } catch {
            finish(with: .failure(error))
        }
    }

    /// Names who waits; false when the exchange is over already.
    func expect(_ deliver: @escaping @Sendable (Outcome) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isDelivered else { return false }
            state.deliver = deliver
            return true
        }
    }

    /// Ends the wait at once, and the transfer soon after.
    func cancel() {
        abort(with: TransportFailure(code: .cancelled))
    }

    private func abort(with failure: TransportFailure) {
        let task = state.withLock { $0.isFinished ? nil : $0.task }
        finish(with: .failure(failure))
        if let task { abandon(task) }
    }

    private func attach(_ task: URLSessionTask) -> Bool {
        state.withLock { state in
            state.task = task
            return state.isDelivered
        }
    }

    private func abandon(_ task: URLSessionTask) {
        DispatchQueue.global().async { [self] in
            if !state.withLock(\.isFinished) { task.cancel() }
        }
    }

    private func finish(with outcome: Outcome) {
        let deliver = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
            guard !state.isDelivered else { return nil }
            state.isDelivered = true
            state.data = Data()
            defer { state.deliver = nil }
            return state.deliver
        }
        deliver?(outcome)
    }
}

// What a session's delegate reports.
extension Exchange {
    func didReceive(_ response: URLResponse) {
        state.withLock { state in
            // An interim response (RFC 9110 §15.2) is followed by the real one.
            state.response = response
            state.data = Data()
        }
        // A length says nothing about a body that is encoded, or that the method keeps away.
        guard maxResponseSize != nil, let response = response as? HTTPURLResponse,
            state.withLock(\.task)?.currentRequest?.httpMethod != "HEAD",
            response.value(forHTTPHeaderField: Header.contentEncoding.name) == nil
        else { return }
        check(TransportReply(data: Data(), response: response), size: Int(clamping: response.expectedContentLength))
    }

    func didReceive(_ data: Data) {
        let reply = state.withLock { state -> TransportReply? in
            guard !state.isDelivered else { return nil }
            state.data.append(data)
            guard maxResponseSize != nil, let response = state.response as? HTTPURLResponse else { return nil }
            return TransportReply(data: state.data, response: response)
        }
        if let reply { check(reply, size: reply.data.count) }
    }

    /// Ends the wait when the body is too large; what still comes is dropped.
    private func check(_ reply: TransportReply, size: Int) {
        do throws(TransportFailure) { try reply.check(size: size, limit: maxResponseSize) } catch { abort(with: error) }
    }

    /// The platform is about to send the request, whose body it has sent before, a second time by itself.
    func didLoseConnection() {
        abort(with: TransportFailure(code: .connectionLost))
    }

    /// A challenge is about to be cancelled, and the answer that holds it is the result.
    func didReceiveChallenge() {
        state.withLock { $0.isChallenged = true }
    }

    /// The request that a redirect leads to; nil when the redirect itself is the answer.
    func didReceiveRedirect(_ response: HTTPURLResponse) -> URLRequest? {
        switch redirectHandler(response) {
        case .success(let request):
            return request
        case .failure(let failure):
            state.withLock { $0.refusal = failure }
            return nil
        }
    }

    /// The transfer is over.
    ///
    /// FoundationNetworking reports a redirect that it can't follow nowhere but in the task's own response, and drops
    /// its body.
    func didComplete(_ error: (any Error)?, taskResponse: URLResponse?) {
        let outcome = state.withLock { state -> Outcome in
            if error == nil, state.response == nil { state.response = taskResponse }
            state.isFinished = true
            state.task = nil
            if let refusal = state.refusal { return .failure(refusal) }
            if let error, !(state.isChallenged && state.response != nil) { return .failure(TransportFailure(error)) }
            guard let response = state.response as? HTTPURLResponse else {
                return .failure(TransportFailure(code: .invalidResponse, detail: "it is not HTTP at all"))
            }
            return .success(TransportReply(data: state.data, response: response))
        }
        finish(with: outcome)
    }
}
