// What a session's delegate reports.
extension Exchange {
    func didReceive(_ response: URLResponse) {
        state.withLock { state in
            // An interim response (RFC 9110 §15.2) is followed by the real one.
            state.response = response
            state.data = Data()
        }
        // A length says nothing about a body that is encoded, or that the method or the status keeps away.
        guard maxResponseSize != nil, let response = response as? HTTPURLResponse, response.mayHaveContent,
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
        do throws(TransportFailure) {
            try reply.check(size: size, limit: maxResponseSize)
        } catch {
            if reply.response.value(forHTTPHeaderField: Header.contentEncoding.name) != nil { noteOverload() }
            abort(with: error)
        }
    }

    private func noteOverload() {
        let isNew = state.withLock { state in
            defer { state.isOverload = true }
            return !state.isOverload && !state.isFinished
        }
        if isNew { PlatformLoad.begin() }
    }

    /// The platform is about to send the request, whose body it has sent before, a second time by itself.
    func didLoseConnection() {
        abort(with: TransportFailure(code: .connectionLost))
    }

    /// A challenge is about to be cancelled, and the answer that holds it is the result.
    func didReceiveChallenge() {
        state.withLock { $0.isChallenged = true }
    }

    /// The platform has measured the task.
    func didCollect(_ metrics: RequestMetrics?) {
        state.withLock { $0.metrics = metrics }
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
    func didComplete(_ error: (any Error)?, taskResponse: @autoclosure () -> URLResponse?) {
        if state.withLock(\.isOverload) { PlatformLoad.end() }
        let outcome = state.withLock { state -> Outcome in
            if error == nil, state.response == nil { state.response = taskResponse() }
            state.isFinished = true
            state.task = nil
            if let refusal = state.refusal { return state.failed(refusal) }
            if let error, !(state.isChallenged && state.response != nil) {
                return state.failed(TransportFailure(error))
            }
            guard let response = state.response as? HTTPURLResponse else {
                return state.failed(TransportFailure(code: .invalidResponse, detail: "it is not HTTP at all"))
            }
            return .success(TransportReply(data: state.data, response: response, metrics: state.metrics))
        }
        finish(with: outcome)
    }
}

extension Exchange.State {
    fileprivate func failed(_ failure: TransportFailure) -> Exchange.Outcome {
        guard let metrics else { return .failure(failure) }
        var failure = failure
        failure.metrics = metrics
        return .failure(failure)
    }
}
