import TestSupport
import Testing

@testable import Endpoints

/// The story of a call over a fake transport: which steps follow from which answers.
@Suite(.timeLimit(.minutes(5)))
struct RequestPipelineTests {
    private func refusing(_ refusals: Int = .max, attempts: Int = 1) -> CountingAuth {
        CountingAuth(refusals: refusals, maxRetryAttempts: attempts)
    }

    @Test("G5 one reauthentication per call, then the server's own answer", arguments: [0, 1, 3])
    func bounded(attempts: Int) async {
        let transport = FakeTransport(statuses: 401, body: #"{"code":"bad-tenant"}"#)
        let auth = refusing(attempts: attempts)
        let result = await transport.run {
            await URLSession.shared.result(with: SampleItem(), auth: auth)
        }
        guard case .failure(.errorResponse(let error, let received)) = result else {
            Issue.record("not the server's answer: \(result)")
            return
        }
        #expect(error.code == "bad-tenant")
        #expect(received.statusCode == 401)
        #expect(received.context.attempts.count == attempts + 1)
        #expect(transport.requests.count == attempts + 1)
        #expect(auth.reauthentications == attempts)
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "X-Key") } == (0...attempts).map { "key-\($0)" })
    }

    @Test("G12 a body that is a stream is never sent twice")
    func streams() async {
        struct StreamServer: ServerDefinition {
            static let auth = CallerAuth()
            var baseURLs: [TypicalEnvironments: URL] { [.production: url("https://api.example.com")] }
            func process(_ request: inout URLRequest) { request.httpBodyStream = InputStream(data: Data("once".utf8)) }
        }
        struct Upload: Endpoint {
            typealias Server = StreamServer
            typealias Response = Data
            static let definition = Definition(method: .post, path: "upload")
        }
        let transport = FakeTransport(statuses: 401)
        let auth = refusing()
        _ = await transport.run { await URLSession.shared.result(with: Upload(), auth: auth) }
        #expect(transport.requests.count == 1)
        #expect(auth.reauthentications == 0)
    }

    @Test("R-21 a declared Authorization is neither overwritten nor refreshed")
    func declared() async {
        struct Own: Endpoint {
            typealias Server = SampleServer
            typealias Response = Data
            static let definition = Definition(path: "own", headers: ["X-Key": "own"])
        }
        let transport = FakeTransport(statuses: 401)
        let auth = refusing()
        _ = await transport.run { await URLSession.shared.result(with: Own(), auth: auth) }
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "X-Key") } == ["own"])
        #expect(auth.reauthentications == 0)
    }

    @Test("an endpoint that opted out is not authenticated, whatever the argument")
    func optedOut() async throws {
        let transport = FakeTransport(statuses: 200)
        let response = try await transport.run {
            try await URLSession.shared.endpointResponse(with: OpenItem(), auth: CountingAuth(refusals: 0))
        }
        #expect(response.request.value(forHTTPHeaderField: "X-Key") == nil)
        #expect(response.attempts == 1)
    }

    @Test("a server of CallerAuth demands the argument, before anything is sent")
    func callerAuth() async {
        let transport = FakeTransport(statuses: 200)
        let result = await transport.run { await URLSession.shared.result(with: SampleItem()) }
        guard case .failure(.authenticationError(.callerMustAuthenticate)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("S4-35 what a method of one's own throws arrives as custom")
    func custom() async {
        struct Failure: Error {}
        let transport = FakeTransport(statuses: 200)
        let result = await transport.run {
            await URLSession.shared.result(with: SampleItem(), auth: CustomAuth { _ in throw Failure() })
        }
        guard case .failure(.authenticationError(let fault)) = result, case .custom = fault,
            let underlying = fault.underlying
        else {
            Issue.record("\(result)")
            return
        }
        #expect(underlying is Failure)
        #expect(transport.requests.isEmpty)
    }

    @Test("credentials are not sent over plain http to another machine, unless it is allowed")
    func insecure() async throws {
        let transport = FakeTransport(statuses: 200, body: #"{"id":1}"#)
        let refused = await transport.run {
            await URLSession.shared.result(with: SampleItem(), environment: .development, auth: .bearer("s3cr3t"))
        }
        guard case .failure(.authenticationError(let fault)) = refused, case .insecureTransport = fault,
            let url = fault.destination
        else {
            Issue.record("\(refused)")
            return
        }
        #expect(url.host == "dev.example.com")
        #expect(transport.requests.isEmpty)
        let item = try await transport.run {
            try await URLSession.shared.response(
                with: SampleItem(),
                environment: .development,
                auth: .bearer("s3cr3t"),
                options: RequestOptions(allowsInsecureCredentials: true)
            )
        }
        #expect(item.id == 1)
    }

    @Test("C-01 a cancelled task sends nothing")
    func cancelled() async {
        let transport = FakeTransport(statuses: 200)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await transport.run { await URLSession.shared.result(with: OpenItem()) }
        }
        guard case .failure(.cancelled) = await call.value else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("X-02 the answer of another origin refreshes nothing, and the error names its URL")
    func foreign() async {
        let transport = FakeTransport { request, number throws(TransportFailure) in
            try number == 0
                ? TransportReply(status: 302, headers: ["Location": "https://cdn.example.net/x"], to: request)
                : TransportReply(status: 401, body: #"{"code":"foreign"}"#, to: request)
        }
        let auth = refusing()
        let result = await transport.run { await URLSession.shared.result(with: SampleItem(), auth: auth) }
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "X-Key") } == ["key-0", nil])
        #expect(auth.reauthentications == 0)
        guard case .failure(let error) = result else {
            Issue.record("a 401 is no success")
            return
        }
        #expect(error.httpResponse?.url?.host == "cdn.example.net")
        #expect(error.debugDescription.contains("cdn.example.net"))
    }

    @Test("C-03 one attempt's time limit covers its redirects")
    func timeLimit() async {
        let clock = ManualClock()
        let transport = FakeTransport { request, number throws(TransportFailure) in
            if number == 0 { return try TransportReply(status: 302, headers: ["Location": "/next"], to: request) }
            do { try await SharedResult<Void>().value() } catch { throw TransportFailure(code: .cancelled) }
            return try TransportReply(status: 200, to: request)
        }
        let call = Task {
            await TimeLimit.$clock.withValue(clock) {
                await transport.run {
                    await URLSession.shared.result(
                        with: OpenItem(),
                        options: RequestOptions(timeout: .milliseconds(500))
                    )
                }
            }
        }
        try? await clock.sleepers(1)
        clock.advance(by: .milliseconds(500))
        guard case .failure(let error) = await call.value else {
            Issue.record("it was not ended")
            return
        }
        #expect(error.isTimeout && error.isRetryable)
        #expect(error.context?.attempts.count == 1)
    }

    @Test("a method that renews without attaching anything is tried again as it is")
    func renewsWithoutCredentials() async throws {
        struct Knocking: AuthenticationMethod {
            let knocks = Locked(0)
            func authenticate(request: URLRequest) async throws -> URLRequest { request }
            func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
                response.statusCode == 401
            }
            func reauthenticate(after failedRequest: URLRequest) async throws { knocks.withLock { $0 += 1 } }
        }
        let transport = FakeTransport(statuses: 401, 200, body: #"{"id":1}"#)
        let method = Knocking()
        let item = try await transport.run { try await URLSession.shared.response(with: SampleItem(), auth: method) }
        #expect(item.id == 1)
        #expect(method.knocks.withLock { $0 } == 1)
    }
}

/// A method with a counted key that the server refuses so often.
private final class CountingAuth: AuthenticationMethod {
    private let count = Locked(0)
    private let refusals: Int
    let maxRetryAttempts: Int

    init(refusals: Int, maxRetryAttempts: Int = 1) {
        self.refusals = refusals
        self.maxRetryAttempts = maxRetryAttempts
    }

    var reauthentications: Int { count.withLock { $0 } }

    func authenticate(request: URLRequest) async throws -> URLRequest {
        var request = request
        request.setValue("key-\(reauthentications)", forHTTPHeaderField: "X-Key")
        return request
    }

    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        response.statusCode == 401 && reauthentications < refusals
    }

    func reauthenticate(after failedRequest: URLRequest) async throws {
        count.withLock { $0 += 1 }
    }
}
