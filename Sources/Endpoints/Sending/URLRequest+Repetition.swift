extension URLRequest {
    /// Whether the platform could send the request twice by itself though that may do harm (RFC 9110 §9.2.2), or send
    /// a stream again that has been read.
    var mustNotShareConnection: Bool {
        if httpBodyStream != nil { return true }
        return (httpBody?.isEmpty ?? true) && !HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent
    }

    /// Whether the request can be sent a second time; a body that is a stream can be read only once.
    var isReplayable: Bool { httpBodyStream == nil }

    /// Whether the request may be sent a second time though the first may have been carried out (RFC 9110 §9.2.2).
    func isRepeatable(by options: RequestOptions) -> Bool {
        guard isReplayable else { return false }
        if HTTPMethod(rawValue: httpMethod ?? "GET").isIdempotent { return true }
        if options.retryPolicy?.retriesNonIdempotentRequests == true { return true }
        return hasKey(options.idempotencyKey ?? .generated)
    }
}
