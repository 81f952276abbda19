#if canImport(Darwin)
/// On Apple platforms the session itself carries the calls, and each task reports to a delegate of its own.
struct TaskDelegateCarrier: TaskCarrier {
    let session: URLSession
    /// The platform adds the configuration's fields, and handles cookies, by itself.
    let additionalHeaders: [String: String] = [:]
    let cookies: CookieJar? = nil
    /// The platform doesn't tell how many requests share a connection.
    let gate: ConnectionGate? = nil
    let proxies: ProxySettings? = nil
    let handsOutTasks = true

    private let validity: SessionValidity

    init(session: URLSession) throws(TransportFailure) {
        self.session = session
        validity = try SessionRecord.of(session).validity
    }

    func checkValidity() throws(TransportFailure) { try validity.check() }

    func invalidate(cancelingCalls: Bool) {
        validity.end {
            if cancelingCalls { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
        }
    }

    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask {
        var request = request
        // An explicit field wins over the storage, here by the platform's own switch.
        if request.value(forHTTPHeaderField: Header.cookie.name) != nil { request.httpShouldHandleCookies = false }
        let task = try validity.making { session.dataTask(with: request) }
        task.delegate = ExchangeDelegate(exchange)
        return task
    }
}

/// What is remembered of a session, because asking it costs a copy of its configuration, or it can't tell.
struct SessionRecord: Sendable {
    private static let records = SessionTable<SessionRecord>()

    let isBackground: Bool
    let validity: SessionValidity

    /// The record of a session that can carry calls.
    static func of(_ session: URLSession, validity: SessionValidity? = nil) throws(TransportFailure) -> SessionRecord {
        let record = records.value(of: session) {
            SessionRecord(
                isBackground: session.configuration.identifier != nil, validity: validity ?? SessionValidity())
        }
        guard !record.isBackground else { throw TransportFailure(code: .unsupportedSession) }
        return record
    }
}

/// A task's delegate, which passes its events to an exchange.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange.didReceive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange.didReceive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(exchange.didReceiveRedirect(response))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        for responder in ChallengeResponder.order(for: kind(of: space), isProxy: space.isProxy()) {
            switch responder {
            case .sessionDelegate:
                if let respond = session.delegate?.urlSession(_:didReceive:completionHandler:) {
                    return respond(session, challenge, completionHandler)
                }
            case .taskDelegate:
                let delegate = session.delegate as? any URLSessionTaskDelegate
                if let respond = delegate?.urlSession(_:task:didReceive:completionHandler:) {
                    return respond(session, task, challenge, completionHandler)
                }
            case .platform: return completionHandler(.performDefaultHandling, nil)
            case .response: return completionHandler(.rejectProtectionSpace, nil)
            }
        }
    }

    private func kind(of space: URLProtectionSpace) -> ChallengeResponder.Kind {
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust: .serverTrust
        case NSURLAuthenticationMethodClientCertificate: .clientCertificate
        default: .password
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        exchange.didCollect(RequestMetrics(metrics))
        // Without a delegate of its own, the task would tell the session's. By its name, an optional method is called in
        // the same words as one that isn't.
        let delegate = session.delegate as? any URLSessionTaskDelegate
        if let collect = delegate?.urlSession(_:task:didFinishCollecting:) { collect(session, task, metrics) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let security = session.delegate as? SecurityDelegate
        exchange.didComplete(error.map { security?.explained($0, of: task) ?? $0 }, taskResponse: task.response)
    }
}
#endif
