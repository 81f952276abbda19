/// The moments of a request, as a platform that tells them by dates has them; nil for what didn't happen.
struct TransferDates: Sendable {
    var start: Date?
    var lookupStart: Date?
    var lookupEnd: Date?
    var connectStart: Date?
    /// When TLS was ready, where there is any.
    var connectEnd: Date?
    var tlsStart: Date?
    var tlsEnd: Date?
    var responseStart: Date?
    /// The end of the answer, or the failure.
    var end: Date?
}

extension RequestMetrics.Values {
    /// The lengths between the dates.
    init(_ dates: TransferDates) {
        nameLookup = Self.time(from: dates.lookupStart, to: dates.lookupEnd)
        connect = Self.time(from: dates.connectStart, to: dates.tlsStart ?? dates.connectEnd)
        tlsHandshake = Self.time(from: dates.tlsStart, to: dates.tlsEnd)
        firstByte = Self.time(from: dates.start, to: dates.responseStart)
        total = Self.time(from: dates.start, to: dates.end)
    }

    /// The clock may have been set meanwhile.
    private static func time(from start: Date?, to end: Date?) -> Duration? {
        guard let start, let end else { return nil }
        return .seconds(max(0, end.timeIntervalSince(start)))
    }
}

extension RequestMetrics.HTTPVersion {
    /// The version by its registered name in TLS (RFC 7301 §6).
    init(alpn: String) {
        switch alpn {
        case "http/1.0": self = .http10
        case "http/1.1": self = .http11
        case "h2", "h2c": self = .http2
        case "h3": self = .http3
        default: self.init(name: alpn)
        }
    }
}
