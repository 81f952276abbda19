import Endpoints
import LoopbackServer
import Testing

/// A body that is a stream is sent once, and so is what a method of authentication made harmful.
@Suite("Bodies that are streams", .timeLimit(.minutes(5)))
struct StreamBodyTests {
    private static let streaming = CustomAuth { request in
        let data = request.httpBody ?? Data()
        request.httpBody = nil
        request.httpBodyStream = InputStream(data: data)
    }

    private let session = URLSession.fresh()
    private let order = Order(name: "1", body: Data("parcel".utf8))

    private static func keeping(isReset: Bool) throws -> LoopbackServer {
        try .immediate { $0.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close }
    }

    /// What the platform would send again arrives before the answer to this.
    private func bodies(at server: LoopbackServer) async throws -> [String] {
        _ = try await session.response(with: Item(name: "last"), environment: server.url)
        return server.requests.filter { $0.method == "POST" }.map(\.bodyText)
    }

    @Test("T-01 a POST whose body a method made a stream arrives once on a kept connection", arguments: [true, false])
    func byMethod(isReset: Bool) async throws {
        let server = try Self.keeping(isReset: isReset)
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let error = try await session.failure(of: order, environment: server.url, auth: Self.streaming)
        #expect(error.transportCode == .connectionLost)
        #expect(try await bodies(at: server) == ["parcel"])
    }

    @Test(
        "T-01 a POST whose body its server made a stream arrives once on a kept connection", arguments: [true, false])
    func byServer(isReset: Bool) async throws {
        let server = try Self.keeping(isReset: isReset)
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let error = try await session.failure(of: StreamOrder(), environment: server.url)
        #expect(error.transportCode == .connectionLost)
        #expect(try await bodies(at: server) == ["parcel"])
    }

    @Test("T-02 a stream is not sent again, though the call has a key and a policy", arguments: [true, false])
    func keyed(isReset: Bool) async throws {
        let server = try Self.keeping(isReset: isReset)
        let options = RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated)
        for number in 1...3 {
            _ = try await session.response(with: Item(name: "a"), environment: server.url)
            let error = try await session.failure(
                of: order, environment: server.url, auth: Self.streaming, options: options)
            #expect(error.transportCode == .connectionLost)
            #expect(try await bodies(at: server) == Array(repeating: "parcel", count: number))
        }
        let keys = server.requests.compactMap { $0.header("Idempotency-Key") }
        #expect(Set(keys).count == 3)
    }

    @Test(
        "T-01 a refusal that is worth a retry repeats no stream, whatever the policy allows", arguments: [true, false])
    func refused(hasKey: Bool) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let policy = RetryPolicy(
            maxRetries: 2, baseDelay: .zero, jitter: .none, retriesNonIdempotentRequests: true)
        let error = try await session.failure(
            of: order, environment: server.url, auth: Self.streaming,
            options: RequestOptions(retryPolicy: policy, idempotencyKey: hasKey ? .generated : nil))
        #expect(error.statusCode == 503)
        #expect(server.requests.map(\.bodyText) == ["parcel"])
    }

    @Test("T-01 a GET that its method of authentication makes a POST is sent once")
    func methodChanges() async throws {
        let server = try LoopbackServer(replies: [.close])
        let auth = CustomAuth { request in
            request.httpMethod = "POST"
            request.httpBody = Data("signed".utf8)
        }
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: auth, options: RequestOptions(retryPolicy: .prompt))
        #expect(error.transportCode == .connectionLost)
        #expect(server.requests.map(\.method) == ["POST"])
        #expect(server.requests.map(\.bodyText) == ["signed"])
    }
}

/// A server definition that makes every body a stream.
private struct StreamSite: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }

    func process(_ request: inout URLRequest) {
        request.httpBodyStream = InputStream(data: Data("parcel".utf8))
    }
}

/// Sends a stream.
private struct StreamOrder: Endpoint {
    typealias Server = StreamSite
    typealias Response = String

    static let definition = Definition(method: .post, path: "stream")
}
