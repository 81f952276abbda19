import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// One key for each call, and nothing that may do harm is sent twice without one.
@Suite("Idempotency keys", .timeLimit(.minutes(5)))
struct IdempotencyTests {
    private static let field = "Idempotency-Key"
    private static let keyed = RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated)

    private let session = URLSession.fresh()
    private let order = Order(name: "1", body: Data("parcel".utf8))

    @Test("T-02 the key is one over all attempts, and the next call has another")
    func onePerCall() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        for _ in 0..<3 {
            _ = try await session.failure(of: order, environment: server.url, options: Self.keyed)
        }
        let keys = server.requests.map { $0.headerValues(Self.field) }
        try #require(keys.count == 9)
        #expect(keys.allSatisfy { $0.count == 1 && UUID(uuidString: $0[0]) != nil })
        for call in 0..<3 { #expect(Set(keys[call * 3..<call * 3 + 3]).count == 1) }
        #expect(Set(keys).count == 3)
    }

    @Test("T-02 the key is one over lost connections, a refresh and a redirect")
    func overEverything() async throws {
        let answered = Locked(0)
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            let number = answered.withLock { count in
                count += 1
                return count
            }
            return switch number {
            case 1: .close
            case 2: Reply(status: 401)
            case 3: .redirect(to: "/next", status: 307)
            case 4: Reply(status: 503)
            default: Reply(body: "done")
            }
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let text = try await session.response(with: order, environment: server.url, auth: auth, options: Self.keyed)
        #expect(text == "done")
        #expect(server.calls.map(\.path) == ["/orders/1", "/orders/1", "/orders/1", "/next", "/orders/1"])
        #expect(Set(server.calls.map { $0.headerValues(Self.field) }).count == 1)
        #expect(server.calls.first?.headerValues(Self.field).count == 1)
        #expect(server.calls.map(\.bodyText) == Array(repeating: "parcel", count: 5))
        #expect(server.requests.first { $0.path == "/token" }?.header(Self.field) == nil)
    }

    @Test("T-02 what is sent under one key is one and the same, though the endpoint's body differs each time")
    func oneBody() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), .close, Reply(status: 503)])
        _ = try await session.failure(of: Fickle(), environment: server.url, options: Self.keyed)
        #expect(server.requestCount == 3)
        #expect(Set(server.requests.map(\.bodyText)).count == 1)
        #expect(server.requests.first?.bodyText.isEmpty == false)
    }

    @Test("T-02 the caller's own key wins over a generated one, and is the same in every call")
    func ownKey() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let options = RequestOptions(retryPolicy: .prompt, idempotencyKey: .key("order-17"))
        _ = try await session.failure(of: order, environment: server.url, options: options)
        _ = try await session.failure(of: order, environment: server.url, options: options)
        #expect(server.requests.map { $0.headerValues(Self.field) } == Array(repeating: ["order-17"], count: 6))
    }

    @Test(
        "T-02 a field that the endpoint declares is the key",
        arguments: [.generated, .key("other")] as [IdempotencyKey])
    func declaredField(key: IdempotencyKey) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let options = RequestOptions(retryPolicy: .prompt, idempotencyKey: key)
        _ = try await session.failure(of: DeclaredKey(key: "mine"), environment: server.url, options: options)
        #expect(server.requests.map { $0.headerValues(Self.field) } == Array(repeating: ["mine"], count: 3))
    }

    @Test("T-02 an endpoint may declare that it has keys, in a field of its own")
    func declaredOption() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        _ = try await session.failure(of: KeyedOrder(), environment: server.url)
        #expect(server.requestCount == 3)
        #expect(Set(server.requests.map { $0.headerValues("X-Request-Key") }).count == 1)
        #expect(server.requests.first?.headerValues("X-Request-Key").count == 1)
        #expect(server.requests.first?.header(Self.field) == nil)
        _ = try await session.failure(
            of: KeyedOrder(), environment: server.url, options: RequestOptions(idempotencyKey: .key("k1")))
        #expect(server.requests.last?.header("X-Request-Key") == "k1")
        _ = try await session.failure(
            of: KeyedOrder(), environment: server.url,
            options: RequestOptions(idempotencyKey: .key("k2", header: "X-Other")))
        #expect(server.requests.last?.header("X-Other") == "k2")
        #expect(server.requests.last?.header("X-Request-Key") == nil)
    }

    @Test("T-02 safe methods go without a generated key, and with one of the caller's")
    func safe() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        for row in [MethodRow(Getting.self), MethodRow(Heading.self)] {
            _ = await row.send(session, server.url, Self.keyed)
        }
        #expect(server.requests.map { $0.header(Self.field) } == [nil, nil])
        _ = await MethodRow(Getting.self).send(session, server.url, RequestOptions(idempotencyKey: .key("k")))
        #expect(server.requests.last?.header(Self.field) == "k")
    }

    @Test(
        "T-02 a key that can't stand in a field ends the call unsent",
        arguments: ["", " ", "\t", "  ", "a\r\nX-Evil: 1", "a\nb", "a\0b"])
    func invalid(key: String) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(
            of: order, environment: server.url, options: RequestOptions(idempotencyKey: .key(key)))
        #expect(error.endpointFault != nil)
        #expect(server.requestCount == 0)
    }

    @Test("T-02 a field that the endpoint declares is no key when it is blank", arguments: ["", " ", "\t"])
    func blankField(key: String) async throws {
        let server = try LoopbackServer(replies: [.close])
        let error = try await session.failure(
            of: DeclaredKey(key: key), environment: server.url, options: RequestOptions(retryPolicy: .prompt))
        #expect(error.transportCode == .connectionLost)
        #expect(server.requestCount == 1)
    }

    @Test("T-02 a key alone repeats nothing: it takes a policy")
    func keyWithoutPolicy() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        _ = try await session.failure(
            of: order, environment: server.url, options: RequestOptions(idempotencyKey: .generated))
        #expect(server.requestCount == 1)
    }
}

/// Declares the key's field itself.
private struct DeclaredKey: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        method: .post, path: "declared", headers: ["Idempotency-Key": .field(\.key)])

    var key: String
}

/// Has keys in a field of another name.
private struct KeyedOrder: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(method: .post, path: "keyed")
    static let options = RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated(header: "X-Request-Key"))
}

/// Has another body each time that it is asked for it.
private struct Fickle: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(method: .post, path: "fickle")

    var body: [String: String] { ["id": UUID().uuidString] }
}
