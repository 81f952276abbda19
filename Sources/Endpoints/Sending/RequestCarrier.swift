/// What carries the requests of a session, in the way that is safe on the platform.
protocol RequestCarrier: Sendable {
    /// Header fields for requests that don't have them.
    var additionalHeaders: [String: String] { get }
    /// The cookie storage, where the platform doesn't handle cookies itself.
    var cookies: CookieJar? { get }
    /// What requests wait at for a connection, where the package can count them.
    var gate: ConnectionGate? { get }

    /// Which proxies requests go through; nil where the platform knows alone.
    var proxies: ProxySettings? { get }

    /// Throws when the session has been invalidated.
    func checkValidity() throws(TransportFailure)

    /// Lets no more requests begin; those under way end at once, or are finished.
    func invalidate(cancelingCalls: Bool)

    /// Sends one request and returns the answer as it came; a redirect is an answer.
    ///
    /// A cancelled task gets a failure with the code `cancelled` at once.
    func send(_ request: URLRequest, maxResponseSize: Int?) async throws(TransportFailure) -> TransportReply
}

/// A carrier whose requests are tasks of the platform's, each reported to an ``Exchange``.
protocol TaskCarrier: RequestCarrier {
    /// Whether a caller may have the platform's own task: on Linux, cancelling it can end the process.
    var handsOutTasks: Bool { get }

    /// Makes a task that is not running yet, and whose events go to the exchange.
    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask
}

extension TaskCarrier {
    func send(_ request: URLRequest, maxResponseSize: Int?) async throws(TransportFailure) -> TransportReply {
        if request.url.flatMap(Origin.init)?.isUnixSocket == true {
            throw TransportFailure(
                code: .unsupportedSession, detail: "a Unix-domain socket takes libcurl; see URLSession.transferEngine")
        }
        let exchange = Exchange(maxResponseSize: maxResponseSize)
        return try await exchange.outcome { () throws(TransportFailure) in
            try makeTask(for: request, reportingTo: exchange)
        }.get()
    }
}
