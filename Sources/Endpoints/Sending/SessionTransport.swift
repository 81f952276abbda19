/// Carries requests over a session: one task each, reported to an ``Exchange``.
struct SessionTransport: Transport {
    let carrier: any TaskCarrier
    /// The number of bytes above which an answer is not read on.
    let maxResponseSize: Int?

    var additionalHeaders: [String: String] { carrier.additionalHeaders }

    // What a refresh or a sign-in sends goes first: those who wait at the gate may be waiting for it in vain.
    var gate: ConnectionGate? { WaitGraph.current == nil ? carrier.gate : nil }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        let request = carrier.cookies?.adding(to: request) ?? request
        let exchange = Exchange(maxResponseSize: maxResponseSize)
        let outcome = await exchange.outcome { () throws(TransportFailure) in
            try carrier.makeTask(for: request, reportingTo: exchange)
        }
        let reply = try outcome.get()
        carrier.cookies?.store(from: reply.response, to: request)
        return reply
    }
}

/// Makes the tasks of a session, in the way that is safe on the platform.
protocol TaskCarrier: Sendable {
    /// Header fields for requests that don't have them.
    var additionalHeaders: [String: String] { get }
    /// The cookie storage, where the platform doesn't handle cookies itself.
    var cookies: CookieJar? { get }

    /// What requests wait at for a connection, where the package can count them.
    var gate: ConnectionGate? { get }

    /// Whether a caller may have the platform's own task: on Linux, cancelling it can end the process.
    var handsOutTasks: Bool { get }

    /// Throws when the session has been invalidated.
    func checkValidity() throws(TransportFailure)

    /// Makes a task that is not running yet, and whose events go to the exchange.
    func makeTask(
        for request: URLRequest,
        reportingTo exchange: Exchange
    ) throws(TransportFailure) -> URLSessionDataTask
}
