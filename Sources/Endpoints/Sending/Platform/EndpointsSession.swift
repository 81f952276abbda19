#if canImport(FoundationNetworking)
/// A session that is safe on Linux: without cache, without the platform's redirects and cookies, and with callbacks that
/// run inline.
///
/// It is what `forEndpoints(configuration:)` returns, and what every other session is replaced by behind the scenes.
final class EndpointsSession: URLSession, TaskCarrier, @unchecked Sendable {  // Safe because state is locked.
    let cookies: CookieJar?
    let additionalHeaders: [String: String]
    let gate: ConnectionGate?
    private let exchanges: ExchangeTable
    /// Creating a task on an invalidated session ends the process, so both happen under one lock.
    private let isInvalidated = Locked(false)

    init(copying configuration: URLSessionConfiguration) {
        cookies = CookieJar(configuration)
        gate = ConnectionGate(connectionsPerHost: configuration.httpMaximumConnectionsPerHost)
        additionalHeaders = configuration.additionalFields
        let copy = (configuration.copy() as? URLSessionConfiguration) ?? .ephemeral
        copy.urlCache = nil
        copy.httpCookieStorage = nil
        // Without it the platform still looks for cookies in every line of every answer, which is half of its work.
        copy.httpCookieAcceptPolicy = .never
        copy.httpShouldSetCookies = false
        copy.httpAdditionalHeaders = nil
        copy.timeoutIntervalForRequest = PlatformTimeout.clamped(configuration.timeoutIntervalForRequest)
        exchanges = ExchangeTable()
        super.init(configuration: copy, delegate: exchanges, delegateQueue: InlineOperationQueue())
    }

    var handsOutTasks: Bool { false }

    func checkValidity() throws(TransportFailure) {
        if isInvalidated.withLock({ $0 }) { throw TransportFailure(code: .sessionInvalidated) }
    }

    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask {
        let task = isInvalidated.withLock { isInvalidated -> URLSessionDataTask? in
            guard !isInvalidated else { return nil }
            let request = PlatformTimeout.clamped(request)
            let session = request.mustNotShareConnection ? SingleUseSession(copying: self) : self
            let task = session.dataTask(with: request)
            exchanges.register(exchange, for: task)
            return task
        }
        guard let task else { throw TransportFailure(code: .sessionInvalidated) }
        return task
    }

    override func invalidateAndCancel() {
        isInvalidated.withLock { isInvalidated in
            guard !isInvalidated else { return }
            isInvalidated = true
            exchanges.prepareForCancellation()
            super.invalidateAndCancel()
        }
        // The platform forgets a task that was made and is not running yet, and would never report its end.
        exchanges.cancelAll()
    }

    override func finishTasksAndInvalidate() {
        isInvalidated.withLock { isInvalidated in
            guard !isInvalidated else { return }
            isInvalidated = true
            super.finishTasksAndInvalidate()
        }
    }
}
#endif
