import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// A body that is a stream, on a kept connection that ends.
@Suite("Hostile: streams", .timeLimit(.minutes(1)), .serialized)
struct HostileStreamTests {
    private static let streaming = CustomAuth { request in
        let data = request.httpBody ?? Data()
        request.httpBody = nil
        request.httpBodyStream = InputStream(data: data)
    }

    @Test("A: a POST whose body a method made a stream arrives once", arguments: [true, false])
    func byMethod(isReset: Bool) async throws {
        let server = try LoopbackServer.immediate {
            $0.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        let session = URLSession.fresh()
        _ = await session.result(with: Item(name: "a"), environment: server.url)
        _ = await session.result(
            with: Order(name: "1", body: Data("parcel".utf8)), environment: server.url, auth: Self.streaming,
            options: RequestOptions(deadline: .seconds(10)))
        try await Task.sleep(for: .milliseconds(100))
        let bodies = server.requests.filter { $0.method == "POST" }.map(\.bodyText)
        #expect(bodies == ["parcel"])
    }

    @Test("A2: a POST whose body its endpoint made a stream arrives once", arguments: [true, false])
    func byEndpoint(isReset: Bool) async throws {
        let server = try LoopbackServer.immediate {
            $0.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        let session = URLSession.fresh()
        _ = await session.result(with: Item(name: "a"), environment: server.url)
        let result = await session.result(
            with: StreamOrder(), environment: server.url, options: RequestOptions(deadline: .seconds(10)))
        try await Task.sleep(for: .milliseconds(100))
        let bodies = server.requests.filter { $0.method == "POST" }.map(\.bodyText)
        #expect(bodies == ["parcel"], "\(result)")
    }

    @Test("B: a POST without a key, repeatable by its policy, whose body a method made a stream is not sent again")
    func policy() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        nonisolated(unsafe) let once = InputStream(data: Data("parcel".utf8))
        let auth = CustomAuth { request in
            request.httpBody = nil
            request.httpBodyStream = once
        }
        _ = await URLSession.fresh().result(
            with: Order(name: "1", body: Data("parcel".utf8)), environment: server.url, auth: auth,
            options: RequestOptions(deadline: .seconds(10), retryPolicy: .prompt, idempotencyKey: .generated))
        #expect(server.requests.map(\.bodyText) == ["parcel"])
    }

    @Test("C: a blank key makes nothing repeatable", arguments: [" ", "\t", "  "])
    func blankKey(key: String) async throws {
        let server = try LoopbackServer.immediate { _ in .close }
        let result = await URLSession.fresh().result(
            with: Order(name: "1", body: Data("p".utf8)), environment: server.url,
            options: RequestOptions(retryPolicy: .prompt, idempotencyKey: .key(key)))
        let keys = server.requests.map { $0.header("Idempotency-Key") ?? "none" }
        #expect(keys.count < 2, "\(keys) \(result)")
    }

    @Test("D: credentials in the query after a redirect to a foreign origin and back, and on in the foreign one")
    func manyHops() async throws {
        let foreign = try LoopbackServer.immediate { request in
            request.path == "/end" ? Reply(body: "there") : .redirect(to: "/end", status: 307)
        }
        let origin = try LoopbackServer(replies: [.redirect(to: "\(foreign.url)/start", status: 307)])
        _ = try await URLSession.fresh().response(
            with: Deliver<Posting>(body: Data("p".utf8)), environment: origin.url,
            auth: .queryKey("s3cr3t", name: "key"),
            options: RequestOptions(idempotencyKey: .generated))
        #expect(foreign.requests.map(\.target) == ["/start", "/end"])
    }
}

struct StreamSite: ServerDefinition {
    typealias Environments = URL
    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    func process(_ request: inout URLRequest) {
        request.httpBodyStream = InputStream(data: Data("parcel".utf8))
    }
}

struct StreamOrder: Endpoint {
    typealias Server = StreamSite
    typealias Response = String
    static let definition = Definition(method: .post, path: "stream")
}
