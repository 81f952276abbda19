import Endpoints

/// A transport that answers by a closure and keeps what it was sent.
final class FakeTransport: Transport {
    typealias Answer = @Sendable (URLRequest, Int) async throws(TransportFailure) -> TransportReply

    private let answer: Answer
    private let sentRequests = Locked<[URLRequest]>([])
    let additionalHeaders: [String: String]

    init(additionalHeaders: [String: String] = [:], _ answer: @escaping Answer) {
        self.additionalHeaders = additionalHeaders
        self.answer = answer
    }

    /// A transport that answers with statuses in order; the last one repeats.
    convenience init(statuses: Int..., body: String = "{}") {
        self.init { request, number throws(TransportFailure) in
            try TransportReply(status: statuses[min(number, statuses.count - 1)], body: body, to: request)
        }
    }

    var requests: [URLRequest] { sentRequests.withLock { $0 } }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        guard !Task.isCancelled else { throw TransportFailure(code: .cancelled) }
        let number = sentRequests.withLock { requests -> Int in
            requests.append(request)
            return requests.count - 1
        }
        return try await answer(request, number)
    }

    /// Runs `body` with this transport in the place of every session.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        try await CallInterception.$current.withValue(self) { try await body() }
    }
}

extension FakeTransport: CallInterceptor {
    var scopeID: ScopeID? { nil }
    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool { true }
    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) async throws(T.TaskError) -> Interception<T> {
        .transport(self)
    }
}

extension TransportReply {
    init(
        status: Int,
        headers: [String: String] = [:],
        body: String = "",
        to request: URLRequest
    ) throws(TransportFailure) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw TransportFailure(code: .other) }
        self.init(data: Data(body.utf8), response: response)
    }
}
