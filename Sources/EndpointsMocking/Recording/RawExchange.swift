/// A request as it was sent and what came of it, with its secrets.
struct RawExchange: Sendable {
    let endpoint: String
    let request: URLRequest
    /// The request without what authentication added.
    let redacted: RedactedRequest
    let credentials: [String]
    var outcome: Result<TransportReply, TransportFailure>?
    var isReadable = false

    init<T: Endpoint>(_ call: InterceptedCall<T>, sending request: URLRequest) {
        endpoint = String(describing: T.self)
        self.request = request
        redacted = call.redacted(request)
        credentials = call.credentialValues(in: request)
    }
}

extension Secrets {
    /// The recording of a whole exchange; nil when nothing came of it.
    mutating func recording(of exchange: RawExchange) -> Recording? {
        let request = redacted(requestOf: exchange)
        switch exchange.outcome {
        case .success(let reply):
            var headers: [String: String] = [:]
            for case let (name, value) as (String, String) in reply.response.allHeaderFields { headers[name] = value }
            let type = reply.response.value(forHTTPHeaderField: "Content-Type")
            let response = Recording.Response(
                status: reply.response.statusCode,
                headers: redacted(headers: headers, isResponse: true).mapValues(Self.unbounded),
                body: redacted(body: reply.data, type: type, isResponse: true),
                isReadable: exchange.isReadable
            )
            return Recording(endpoint: exchange.endpoint, request: request, response: response)
        case .failure(let failure) where failure.code != .cancelled:
            return Recording(endpoint: exchange.endpoint, request: request, failure: failure.code.name)
        case .failure, nil:
            return nil
        }
    }

    /// The request's part of a recording.
    mutating func redacted(requestOf exchange: RawExchange) -> Recording.Request {
        for value in exchange.credentials { learn(credential: value) }
        let sent = exchange.request
        // Learns what the fields hold before they are left out.
        _ = redacted(headers: sent.allHTTPHeaderFields ?? [:], isResponse: false)
        _ = redacted(url: sent.url?.absoluteString ?? "")
        let type = sent.value(forHTTPHeaderField: "Content-Type")
        return Recording.Request(
            method: exchange.redacted.method,
            url: redacted(url: exchange.redacted.url),
            headers: redacted(headers: exchange.redacted.headers, isResponse: false).mapValues(Self.unbounded),
            body: redacted(body: sent.httpBody ?? Data(), type: type, isResponse: false)
        )
    }
}
