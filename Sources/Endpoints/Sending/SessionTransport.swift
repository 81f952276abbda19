/// Carries requests over a session, with the session's cookies.
struct SessionTransport: Transport {
    let carrier: any RequestCarrier
    /// The number of bytes above which an answer is not read on.
    let maxResponseSize: Int?

    var additionalHeaders: [String: String] { carrier.additionalHeaders }

    var proxies: ProxySettings? { carrier.proxies }

    // What a refresh or a sign-in sends goes first: those who wait at the gate may be waiting for it in vain.
    var gate: ConnectionGate? { WaitGraph.current == nil ? carrier.gate : nil }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        let request = carrier.cookies?.adding(to: request) ?? request
        let reply = try await carrier.send(request, maxResponseSize: maxResponseSize)
        carrier.cookies?.store(from: reply, to: request)
        return reply
    }
}
