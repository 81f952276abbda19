#if canImport(Darwin)
extension RequestMetrics {
    /// What the platform measured of a task's last request; nil when the answer came from a cache.
    init?(_ metrics: URLSessionTaskMetrics) {
        guard let last = metrics.transactionMetrics.last, last.resourceFetchType != .localCache else { return nil }
        var values = Values(
            TransferDates(
                start: last.fetchStartDate,
                lookupStart: last.domainLookupStartDate,
                lookupEnd: last.domainLookupEndDate,
                connectStart: last.connectStartDate,
                connectEnd: last.connectEndDate,
                tlsStart: last.secureConnectionStartDate,
                tlsEnd: last.secureConnectionEndDate,
                responseStart: last.responseStartDate,
                end: last.responseEndDate ?? metrics.taskInterval.end
            ))
        values.requestBytes = last.countOfRequestHeaderBytesSent + last.countOfRequestBodyBytesSent
        values.responseBytes = last.countOfResponseHeaderBytesReceived + last.countOfResponseBodyBytesReceived
        values.httpVersion = last.responseStartDate == nil ? nil : last.networkProtocolName.map(HTTPVersion.init(alpn:))
        // Where no request left, there was no connection either.
        values.isReusedConnection = last.requestStartDate == nil ? nil : last.isReusedConnection
        values.remoteHost = last.remoteAddress ?? ""
        values.remotePort = last.remotePort ?? 0
        self.init(values)
    }
}
#endif
