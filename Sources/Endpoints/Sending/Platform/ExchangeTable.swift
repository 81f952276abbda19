#if canImport(FoundationNetworking)
/// A session's delegate, which passes each task's events to its exchange.
final class ExchangeTable: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Locked<[ObjectIdentifier: Exchange]>([:])

    func register(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[ObjectIdentifier(task)] = exchange }
    }

    /// Ends every wait at once; what the platform still reports about it changes nothing.
    func cancelAll() {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.cancel() }
    }

    /// Sees to it that all tasks can be cancelled.
    func prepareForCancellation() {
        for exchange in exchanges.withLock({ Array($0.values) }) {
            _ = exchange.prepareForCancellation()
            // A redirect that is being answered, on another thread, has been in no time.
            while exchange.state.withLock(\.isAnswering) { Thread.sleep(forTimeInterval: 0.000_01) }
        }
    }

    private func exchange(for task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[ObjectIdentifier(task)] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(for: dataTask)?.didReceive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(for: dataTask)?.didReceive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        guard let exchange = exchange(for: task) else { return completionHandler(nil) }
        let request = exchange.didReceiveRedirect(response)
        exchange.answer { completionHandler(request) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        exchange(for: task)?.didReceiveChallenge()
        // Answered inside the callback of an inline queue it hangs for ever; answered by default it hangs too.
        DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        // libcurl found the kept connection closed, and goes back to the start of the body to send it again, which
        // FoundationNetworking can't do: it would wait for ever. The server may have carried out the first one besides.
        exchange(for: task)?.didLoseConnection()
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
        exchange?.didComplete(error, taskResponse: task.response)
        // Any other is for one task.
        if !(session is EndpointsSession) { DispatchQueue.global().async { session.finishTasksAndInvalidate() } }
    }
}
#endif
