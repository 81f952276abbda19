import Endpoints
import EndpointsMocking

/// A mock that answers every endpoint by a closure and keeps what it was sent.
final class FakeTransport: Sendable {
    typealias Answer = @Sendable (URLRequest, Int) async throws(TransportFailure) -> TransportReply

    private let mocks = Mocks()

    init(_ answer: @escaping Answer) {
        mocks.respondToOthers { request, number in
            let reply = try await answer(request, number)
            let headers = reply.response.allHeaderFields as? [String: String]
            return .status(reply.response.statusCode, headers: headers ?? [:], body: reply.data)
        }
    }

    /// A transport that answers with statuses in order; the last one repeats.
    convenience init(statuses: Int..., body: String = "{}") {
        self.init { request, number throws(TransportFailure) in
            try TransportReply(status: statuses[min(number, statuses.count - 1)], body: body, to: request)
        }
    }

    var requests: [URLRequest] { mocks.requests }

    /// Runs `body` with this transport in the place of every session.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        try await withMock(mocks) { try await body() }
    }
}

extension TransportReply {
    init(
        status: Int,
        headers: [String: String] = [:],
        body: String = "",
        to request: URLRequest
    ) throws(TransportFailure) {
        try self.init(status: status, headers: headers, data: Data(body.utf8), to: request)
    }
}
