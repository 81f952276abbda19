import Endpoints
import EndpointsMocking
import Testing

/// An answer without content has none, whatever bytes come along (RFC 9110 §15.3.5, §15.3.6).
@Suite("Answers without content", .timeLimit(.minutes(5)))
struct NoContentRulesTests {
    /// What brings the answer.
    enum Carrier: CaseIterable, Sendable {
        case wireMock
        /// A transport that passes on bytes that HTTP has no place for.
        case ownTransport
    }

    private struct Model: Decodable, Equatable, Sendable { var a: String }

    private struct Get<Value: Sendable & Decodable>: Endpoint {
        typealias Server = RuleServer
        typealias Response = Value
        static var definition: Definition { Definition(path: "x") }
    }

    private struct Nothing: Endpoint {
        typealias Server = RuleServer
        typealias Response = Void
        static let definition = Definition(path: "x")
    }

    private static let body = Data(#"{"a":"x"}"#.utf8)

    private func result<T: Endpoint>(
        of endpoint: T, status: Int, by carrier: Carrier
    ) async -> Result<EndpointResponse<T.Response>, T.TaskError> where T.Server == RuleServer {
        let call: @Sendable () async -> Result<EndpointResponse<T.Response>, T.TaskError> = {
            do throws(T.TaskError) {
                return .success(try await URLSession.shared.endpointResponse(with: endpoint))
            } catch {
                return .failure(error)
            }
        }
        switch carrier {
        case .wireMock:
            return await withMock {
                $0.respond(to: T.self, status: status, body: Self.body)
            } test: {
                await call()
            }
        case .ownTransport:
            let transport = FixedTransport(status: status, body: Self.body)
            return await CallInterception.$current.withValue(transport, operation: call)
        }
    }

    @Test("S-01 nothing is read out of 204 and 205", arguments: [204, 205], Carrier.allCases)
    func noContent(status: Int, carrier: Carrier) async throws {
        let nothing = try await result(of: Nothing(), status: status, by: carrier).get()
        #expect(nothing.httpResponse.statusCode == status)
        let model = try await result(of: Get<Model?>(), status: status, by: carrier).get()
        #expect(model.value == nil)
        let failure = await result(of: Get<Model>(), status: status, by: carrier)
        guard case .failure(.unreadableResponse(let fault)) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(fault.code == .emptyBody)
        #expect(fault.received?.statusCode == status)
    }

    @Test("the same bytes are read out of 200", arguments: Carrier.allCases)
    func content(carrier: Carrier) async throws {
        let model = try await result(of: Get<Model>(), status: 200, by: carrier).get()
        let optional = try await result(of: Get<Model?>(), status: 200, by: carrier).get()
        #expect(model.value == Model(a: "x"))
        #expect(optional.value == Model(a: "x"))
    }

    @Test("bytes of 204 and 205 do reach the decoding", arguments: [204, 205])
    func bytes(status: Int) async throws {
        let nothing = try await result(of: Nothing(), status: status, by: .ownTransport).get()
        #expect(nothing.data == Self.body)
    }
}

/// Answers every request in the same way, without a look at what the status allows.
private struct FixedTransport: Transport, CallInterceptor {
    let status: Int
    let body: Data

    var scopeID: ScopeID? { nil }

    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool { true }

    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> { .transport(self) }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        try TransportReply(status: status, headers: [:], data: body, to: request)
    }
}
