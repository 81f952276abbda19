/// How long the parts of a request took, and what connection it went over.
///
/// They are those of one request: of an attempt that was redirected, the last one, and each event
/// ``RequestEvent/Kind/redirected`` has those of the request that was redirected. What didn't happen, or can't be known, is
/// nil. A request that failed tells how far it came.
///
/// Calls over libcurl and on Apple platforms have metrics. Mocked calls have none, and neither have those over
/// FoundationNetworking, which doesn't measure; see <doc:TransferEngines>.
public struct RequestMetrics: Sendable {
    /// A version of HTTP.
    public struct HTTPVersion: Hashable, Sendable {
        /// The name of the version, such as `HTTP/1.1`.
        public let name: String
    }

    struct Values: Sendable {
        var nameLookup: Duration?
        var connect: Duration?
        var tlsHandshake: Duration?
        var firstByte: Duration?
        var total: Duration?
        var requestBytes: Int64?
        var responseBytes: Int64?
        var httpVersion: HTTPVersion?
        var isReusedConnection: Bool?
        var remoteHost = ""
        var remotePort = 0
    }

    private let values: Boxed<Values>

    init(_ values: Values) {
        self.values = Boxed(values)
    }

    /// The time for which the request waited for its host's addresses; nil when they were known, or none were needed.
    public var nameLookup: Duration? { values.value.nameLookup }
    /// The time that it took to open the connection, without TLS; nil when it was open before, or never was.
    public var connect: Duration? { values.value.connect }
    /// The time that the TLS handshake took; nil when there was none for this request.
    ///
    /// Through a proxy on Linux, the way from there to the server is counted in.
    public var tlsHandshake: Duration? { values.value.tlsHandshake }
    /// The time from the start of the request to the first byte of the answer, or of an interim one.
    ///
    /// The start comes before the name lookup. On Linux it comes after the wait in line for one of the session's connections.
    public var firstByte: Duration? { values.value.firstByte }
    /// The time from the start of the request to the last byte of the answer, or to the failure.
    public var total: Duration? { values.value.total }
    /// The number of bytes that were sent: header fields, and the body.
    ///
    /// What TLS and HTTP/2 add or save is not counted on Linux.
    public var requestBytes: Int? { values.value.requestBytes.map(Int.init) }
    /// The number of bytes that were received: header fields, and the body before its content coding is undone.
    ///
    /// What TLS, HTTP/2 and chunks add or save is not counted on Linux.
    public var responseBytes: Int? { values.value.responseBytes.map(Int.init) }
    /// The version of HTTP that the answer came over; nil when there was none.
    public var httpVersion: HTTPVersion? { values.value.httpVersion }
    /// Whether the connection had been opened for another request; nil when there was none.
    public var isReusedConnection: Bool? { values.value.isReusedConnection }
    /// The address and port at the other end of the connection, a proxy's where there is one.
    ///
    /// An IPv6 address stands in brackets: `[::1]:8080`.
    public var remoteAddress: String? {
        let (host, port) = (values.value.remoteHost, values.value.remotePort)
        guard !host.isEmpty else { return nil }
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension RequestMetrics.HTTPVersion {
    /// `HTTP/1.0`.
    public static let http10 = RequestMetrics.HTTPVersion(name: "HTTP/1.0")
    /// `HTTP/1.1` (RFC 9112).
    public static let http11 = RequestMetrics.HTTPVersion(name: "HTTP/1.1")
    /// `HTTP/2` (RFC 9113).
    public static let http2 = RequestMetrics.HTTPVersion(name: "HTTP/2")
    /// `HTTP/3` (RFC 9114).
    public static let http3 = RequestMetrics.HTTPVersion(name: "HTTP/3")
}

extension RequestMetrics.HTTPVersion: CustomStringConvertible {
    /// The name of the version.
    public var description: String { name }
}
