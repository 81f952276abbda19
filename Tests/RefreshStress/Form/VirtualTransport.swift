import Endpoints

/// Carries requests to the model of the server, on the virtual clock.
final class VirtualTransport: Transport {
    private let plan: Plan
    private let pace: Pace
    private let server: TokenServer
    private let messages = Locked(0)

    init(plan: Plan, pace: Pace, server: TokenServer) {
        self.plan = plan
        self.pace = pace
        self.server = server
    }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        let number = messages.withLock { messages -> Int in
            messages += 2
            return messages
        }
        guard let url = request.url else { throw TransportFailure(code: .other) }
        try await travel(plan.latency(number))
        let answer: TokenServer.Answer
        if url.lastPathComponent == "token" {
            let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? ""
            answer = server.exchange(refresh: String(body.drop { $0 != "=" }.dropFirst()))
        } else {
            let field = request.value(forHTTPHeaderField: "Authorization")
            answer = server.answer(
                call: Int(url.lastPathComponent) ?? 0, access: field.map { String($0.dropFirst("Bearer ".count)) })
        }
        if answer.isOnTime {
            try await travel(pace.refreshTimeout - pace.tick * plan.latency(number))
        } else {
            try await travel(plan.latency(number + 1) + answer.delay)
        }
        if answer.isLost { throw TransportFailure(code: .connectionLost) }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: nil)
        else { throw TransportFailure(code: .other) }
        return TransportReply(data: Data(answer.body.utf8), response: response)
    }

    private func travel(_ ticks: Int) async throws(TransportFailure) {
        try await travel(pace.tick * ticks)
    }

    private func travel(_ time: Duration) async throws(TransportFailure) {
        do {
            try await pace.clock.sleep(for: time)
        } catch {
            throw TransportFailure(code: .cancelled)
        }
    }
}

extension VirtualTransport: CallInterceptor {
    var scopeID: ScopeID? { nil }
    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool { true }
    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> {
        .transport(self)
    }
}
