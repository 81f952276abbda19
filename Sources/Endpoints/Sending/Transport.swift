/// The one seam of the package: whatever carries a request to a server and brings the answer back.
package protocol Transport: Sendable {
    /// Header fields that the transport adds to requests that don't have them, such as a session's own.
    var additionalHeaders: [String: String] { get }

    /// Measures time limits and waits in the place of the usual clock; nil unless the transport is no real one.
    var clock: (any Clock<Duration>)? { get }

    /// Whether waits between attempts take no time, because nobody is there to be spared.
    var skipsPauses: Bool { get }

    /// Where requests wait until the transport can send them at once; nil where it can't tell, or they needn't.
    var gate: ConnectionGate? { get }

    /// Which proxies requests go through; nil when the transport can't tell.
    var proxies: ProxySettings? { get }

    /// Sends one request and returns the answer as it came; a redirect is an answer.
    ///
    /// A cancelled task gets a failure with the code `cancelled` at once.
    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply
}

extension Transport {
    /// None.
    package var additionalHeaders: [String: String] { [:] }

    /// The usual one.
    package var clock: (any Clock<Duration>)? { nil }

    /// They take their time.
    package var skipsPauses: Bool { false }

    /// None.
    package var gate: ConnectionGate? { nil }

    /// None that it knows of.
    package var proxies: ProxySettings? { nil }
}

/// An answer as a transport brings it.
package struct TransportReply: Sendable {
    package let data: Data
    package let response: HTTPURLResponse
    /// Its `Set-Cookie` lines; nil where only the response has them, joined, and where to look for them takes long.
    let setCookies: [String]?
    /// Whether it came over a connection that takes many requests at a time.
    let isMultiplexed: Bool
    /// What was measured; nil where nothing is.
    let metrics: RequestMetrics?

    package init(data: Data, response: HTTPURLResponse) {
        self.init(data: data, response: response, metrics: nil)
    }

    init(data: Data, response: HTTPURLResponse, metrics: RequestMetrics?) {
        self.init(data: data, response: response, setCookies: nil, isMultiplexed: false, metrics: metrics)
    }

    init(
        data: Data, response: HTTPURLResponse, setCookies: [String]?, isMultiplexed: Bool,
        metrics: RequestMetrics?
    ) {
        self.data = data
        self.response = response
        self.setCookies = setCookies
        self.isMultiplexed = isMultiplexed
        self.metrics = metrics
    }
}

/// What carries the attempts of a call.
enum Carriage: Sendable {
    /// The session's network.
    case network
    /// A transport in its place.
    case transport(any Transport)
    /// A transport that may use the network's.
    case around(@Sendable (any Transport) -> any Transport)
}
