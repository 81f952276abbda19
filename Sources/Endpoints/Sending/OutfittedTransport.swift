/// A transport in a session's place, which adds the session's own header fields as the session would.
struct OutfittedTransport: Transport {
    let base: any Transport
    let additionalHeaders: [String: String]
    var clock: (any Clock<Duration>)? { base.clock }
    var skipsPauses: Bool { base.skipsPauses }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        try await base.send(request)
    }
}

extension URLSession {
    /// The header fields that the session adds to requests that don't have them.
    var additionalFields: [String: String] {
        (self as? any RequestCarrier)?.additionalHeaders ?? configuration.additionalFields
    }
}

extension URLSessionConfiguration {
    /// The header fields that the session adds to requests that don't have them.
    var additionalFields: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in httpAdditionalHeaders ?? [:] { fields["\(name)"] = "\(value)" }
        return fields
    }

    /// Why no call may go over a session of the configuration: a header field of it that can't be sent.
    var flaw: TransportFailure? {
        do throws(EndpointError) {
            for (name, value) in additionalFields { try URLRequest.validateHeader(name: name, value: value) }
            return nil
        } catch {
            return TransportFailure(code: .unsupportedSession, detail: "httpAdditionalHeaders: \(error)")
        }
    }
}
