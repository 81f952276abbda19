#if canImport(FoundationNetworking)
/// A session that is safe on Linux: without cache, without the platform's redirects and cookies, and with callbacks that
/// run inline.
///
/// It is what `forEndpoints(configuration:security:)` returns, and what every other session is replaced by behind the scenes.
final class EndpointsSession: URLSession, TaskCarrier, @unchecked Sendable {  // Safe because state is locked.
    let cookies: CookieJar?
    let additionalHeaders: [String: String]
    let gate: ConnectionGate?
    let proxies: ProxySettings?
    /// What carries the calls in the place of the platform's engine.
    let curl: (any RequestCarrier)?
    private let exchanges: ExchangeTable
    private let validity: SessionValidity

    init(
        copying configuration: URLSessionConfiguration, carriedBy curl: (any RequestCarrier)? = nil,
        flaw: TransportFailure? = nil
    ) {
        self.curl = curl
        validity = SessionValidity(flaw: configuration.flaw ?? flaw ?? Self.flaw(of: configuration))
        // The platform knows the environment's alone, and uses them for this machine as well.
        proxies = ProxySettings(nil, environment: ProcessInfo.processInfo.environment, sparesLoopback: false)
        cookies = CookieJar(configuration)
        gate = ConnectionGate(connectionsPerHost: configuration.httpMaximumConnectionsPerHost)
        additionalHeaders = configuration.additionalFields
        let copy = (configuration.copy() as? URLSessionConfiguration) ?? .ephemeral
        copy.urlCache = nil
        copy.httpCookieStorage = nil
        copy.httpAdditionalHeaders = nil
        copy.timeoutIntervalForRequest = PlatformTimeout.clamped(configuration.timeoutIntervalForRequest)
        exchanges = ExchangeTable()
        super.init(configuration: copy, delegate: exchanges, delegateQueue: InlineOperationQueue())
    }

    private static func flaw(of configuration: URLSessionConfiguration) -> TransportFailure? {
        configuration.connectionProxyDictionary.map { _ in
            TransportFailure(
                code: .unsupportedSession,
                detail: "connectionProxyDictionary takes libcurl; see URLSession.transferEngine")
        }
    }

    var handsOutTasks: Bool { false }

    func checkValidity() throws(TransportFailure) { try validity.check() }

    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask {
        try validity.making {
            let request = PlatformTimeout.clamped(request)
            // When a server closes a kept connection without an answer, libcurl sends the request again by itself,
            // whatever its method is, and nobody is asked unless there is a body to go back in. Only a new connection,
            // which that of a session for one task is, is never given up so.
            let session =
                request.mustNotShareConnection
                ? URLSession(configuration: configuration, delegate: exchanges, delegateQueue: InlineOperationQueue())
                : self
            let task = session.dataTask(with: request)
            exchanges.register(exchange, for: task)
            return task
        }
    }

    func invalidate(cancelingCalls: Bool) {
        if cancelingCalls { invalidateAndCancel() } else { finishTasksAndInvalidate() }
    }

    override func invalidateAndCancel() {
        curl?.invalidate(cancelingCalls: true)
        validity.end {
            exchanges.prepareForCancellation()
            super.invalidateAndCancel()
        }
        // The platform forgets a task that was made and is not running yet, and would never report its end.
        exchanges.cancelAll()
    }

    override func finishTasksAndInvalidate() {
        curl?.invalidate(cancelingCalls: false)
        validity.end { super.finishTasksAndInvalidate() }
    }
}
#endif
