#if canImport(Darwin)
/// On Apple platforms the session itself carries the calls, and each task reports to a delegate of its own.
struct TaskDelegateCarrier: TaskCarrier {
    let session: URLSession
    /// The platform adds the configuration's fields, and handles cookies, by itself.
    let additionalHeaders: [String: String] = [:]
    let cookies: CookieJar? = nil
    /// The platform doesn't tell how many requests share a connection.
    let gate: ConnectionGate? = nil
    let handsOutTasks = true

    init(session: URLSession) throws(TransportFailure) {
        guard session.configuration.identifier == nil else { throw TransportFailure(code: .unsupportedSession) }
        self.session = session
    }

    func checkValidity() throws(TransportFailure) {
        if let note = session.delegate as? InvalidationNote, note.isInvalidated {
            throw TransportFailure(code: .sessionInvalidated)
        }
    }

    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask {
        try checkValidity()
        var request = request
        // An explicit field wins over the storage, here by the platform's own switch.
        if request.value(forHTTPHeaderField: Header.cookie.name) != nil { request.httpShouldHandleCookies = false }
        let task = session.dataTask(with: request)
        task.delegate = ExchangeDelegate(exchange)
        return task
    }
}

/// Notes that a session of `forEndpoints(configuration:)` has been invalidated.
final class InvalidationNote: NSObject, URLSessionDelegate, Sendable {
    private let note = Locked(false)

    var isInvalidated: Bool { note.withLock { $0 } }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        note.withLock { $0 = true }
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
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Trust and client certificates stay the platform's and the session delegate's; a password's 401 is an answer.
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
            completionHandler(.performDefaultHandling, nil)
        default:
            completionHandler(.rejectProtectionSpace, nil)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let pinning = session.delegate as? PublicKeyPinning
        exchange.didComplete(error.map { pinning?.explained($0, of: task) ?? $0 }, taskResponse: task.response)
    }
}
#endif
