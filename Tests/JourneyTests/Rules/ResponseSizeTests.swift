import Endpoints
import LoopbackServer
import Testing

/// The size that an answer's body may have.
@Suite("Response size", .timeLimit(.minutes(5)))
struct ResponseSizeTests {
    /// The platform's own limit would end a call that ours doesn't, so it is put far away.
    private let session = URLSession.fresh { $0.timeoutIntervalForRequest = 100_000 }

    private static func limit(_ size: Int, retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, maxResponseSize: size)
    }

    @Test(
        "S-01 a declared length beyond the limit ends the call before the body, and the connection",
        arguments: [101, 1 << 30, Int(clamping: 5_000_000_000 as Int64)])
    func declared(length: Int) async throws {
        let server = try LoopbackServer(replies: [.unfinished(length: length), Reply(body: "well")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: Self.limit(100))
        #expect(error.faultName == "tooLarge")
        #expect(error.statusCode == 200)
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("S-01 a gigabyte that is declared and begun ends the call at once")
    func gigabyte() async throws {
        let server = try LoopbackServer(replies: [
            .unfinished(length: 1 << 30, String(repeating: "x", count: 10_000))
        ])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: Self.limit(1_000_000))
        #expect(error.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
    }

    @Test("S-01 chunks that cross the limit end the call before the rest, and the connection")
    func chunked() async throws {
        let server = try LoopbackServer(replies: [
            .unfinished(chunks: [Data(count: 60), Data(count: 60)]), Reply(body: "well"),
        ])
        let error = try await session.failure(
            of: Blob(), environment: server.url, options: Self.limit(100))
        #expect(error.faultName == "tooLarge")
        #expect(error.statusCode == 200)
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("S-01 a body that ends with the connection is measured as well")
    func untilClose() async throws {
        let server = try LoopbackServer(replies: [
            Reply(steps: [
                .send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + Data(repeating: 0x61, count: 101)),
                .awaitClientClose,
            ])
        ])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.limit(100))
        #expect(error.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
    }

    @Test("S-01 a body of just the limit is whole, and one more byte is too much", arguments: [0, 1, 100, 100_000])
    func exact(limit: Int) async throws {
        let body = Data(repeating: 0x61, count: limit)
        let server = try LoopbackServer.immediate { request in
            let content = request.path.hasSuffix("more") ? body + [0x62] : body
            return request.path.contains("chunked")
                ? .chunked([content]) : Reply(headers: [("Content-Type", "text/plain")], body: content)
        }
        for way in ["length", "chunked"] {
            let options = Self.limit(limit)
            let data = try await session.response(with: Blob(name: way), environment: server.url, options: options)
            #expect(data == body)
            let error = try await session.failure(
                of: Blob(name: "\(way)-more"), environment: server.url, options: options)
            #expect(error.faultName == "tooLarge")
        }
    }

    @Test("S-01 a refusal that is too large keeps its status", arguments: [400, 404, 500])
    func refusal(status: Int) async throws {
        let server = try LoopbackServer(replies: [.unfinished(status: status, length: 1000, "reason")])
        let error = try await session.failure(of: Problem(), environment: server.url, options: Self.limit(100))
        #expect(error.faultName == "tooLarge")
        #expect(error.statusCode == status)
        await server.connectionsClosed(count: 1)
    }

    @Test("S-01 an answer that is too large isn't asked for again (S2-13)")
    func notRetried() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "far too large"), Reply(body: "no")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: Self.limit(5, retry: .prompt))
        #expect(error.faultName == "tooLarge")
        #expect(server.requestCount == 1)
    }

    @Test("S-01 a limit of all that an integer holds limits nothing, and one below zero crashes nothing")
    func extremes() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "twelve bytes"), .chunked(["twelve ", "bytes"])])
        for _ in 0..<2 {
            let text = try await session.response(
                with: Item(name: "a"), environment: server.url, options: Self.limit(.max))
            #expect(text == "twelve bytes")
        }
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.limit(.min))
        #expect(error.faultName == "tooLarge")
    }

    @Test("S-01 the endpoint's limit holds, and the call's comes before it")
    func levels() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "twelve bytes")])
        let error = try await session.failure(of: Narrow(), environment: server.url)
        #expect(error.faultName == "tooLarge")
        let text = try await session.response(with: Narrow(), environment: server.url, options: Self.limit(12))
        #expect(text == "twelve bytes")
    }
}

/// Fetches bytes.
struct Blob: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = Data

    static let definition = Definition(path: "blobs/\(\.name)")

    var name = "blob"
}

/// Takes ten bytes at most.
private struct Narrow: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "narrow")
    static let options = RequestOptions(maxResponseSize: 10)
}
