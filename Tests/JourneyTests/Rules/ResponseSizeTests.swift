import Endpoints
import LoopbackServer
import Testing

/// The size that an answer's body may have.
@Suite("Response size", .timeLimit(.minutes(5)))
struct ResponseSizeTests {
    private let session = URLSession.fresh()

    private static func limit(_ size: Int, retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, maxResponseSize: size)
    }

    /// A head that declares a length, some of the body, and then nothing until the client leaves.
    private static func unfinished(status: Int = 200, length: Int, _ body: String = "") -> Reply {
        Reply(steps: [
            .head(Reply.Head(status: status, contentLength: length)), .body(Data(body.utf8)), .awaitClientClose,
        ])
    }

    /// Chunks, and then nothing until the client leaves.
    private static func unfinished(chunks: [Data], headers: [(String, String)] = []) -> Reply {
        let whole = Reply.chunked(chunks, headers: headers)
        return Reply(steps: whole.steps.dropLast() + [.awaitClientClose])
    }

    /// A text of zeros, a megabyte in a kilobyte.
    private static let megabyte: Data = {
        let head = Data(base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEA") ?? Data()
        return head + Data(count: 1004 - head.count - 10) + [0xAF, 0x06, 0x53, 0x6A, 0x31, 0x4A, 0x40, 0x42, 0x0F, 0]
    }()

    @Test(
        "S-01 a declared length beyond the limit ends the call before the body, and the connection",
        arguments: [101, 1 << 30, 5_000_000_000])
    func declared(length: Int) async throws {
        let server = try LoopbackServer(replies: [Self.unfinished(length: length), Reply(body: "well")])
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
            Self.unfinished(length: 1 << 30, String(repeating: "x", count: 10_000))
        ])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: Self.limit(1_000_000))
        #expect(error.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
    }

    @Test("S-01 chunks that cross the limit end the call before the rest, and the connection")
    func chunked() async throws {
        let server = try LoopbackServer(replies: [
            Self.unfinished(chunks: [Data(count: 60), Data(count: 60)]), Reply(body: "well"),
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

    @Test("S-01 the length in the head of a HEAD is no body")
    func head() async throws {
        let server = try LoopbackServer(replies: [Reply(headers: [("Content-Length", "1073741824")])])
        let answer = try await session.endpointResponse(
            with: Glance(), environment: server.url, options: Self.limit(10))
        #expect(answer.httpResponse.statusCode == 200)
        #expect(answer.data.isEmpty)
    }

    @Test("S-01 the length in the head of a 304 is no body")
    func notModified() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 304, headers: [("Content-Length", "1073741824")])])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.limit(10))
        #expect(error.statusCode == 304)
        #expect(error.faultName == nil)
    }

    @Test("S-01 a gzip body is measured as it unfolds, not as it travels")
    func gzip() async throws {
        // 39 bytes on the way, 19 in the end.
        let small = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJ0VEoSEzOTk0BACB1UxgTAAAA"))
        let server = try LoopbackServer.immediate { request in
            Reply(headers: [("Content-Encoding", "gzip")], body: request.path == "/items/a" ? small : Self.megabyte)
        }
        for limit in [19, 20, 38, 39] {
            let text = try await session.response(
                with: Item(name: "a"), environment: server.url, options: Self.limit(limit))
            #expect(text == "hello world, packed")
        }
        let tight = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.limit(18))
        #expect(tight.faultName == "tooLarge")
        let whole = try await session.response(
            with: Blob(name: "b"), environment: server.url, options: Self.limit(1_000_000))
        #expect(whole.count == 1_000_000)
        let bomb = try await session.failure(
            of: Blob(name: "b"), environment: server.url, options: Self.limit(999_999))
        #expect(bomb.faultName == "tooLarge")
    }

    @Test("S-01 a gzip body that unfolds beyond the limit ends the call before its end, and the connection")
    func unfinishedGzip() async throws {
        let server = try LoopbackServer(replies: [
            Self.unfinished(chunks: [Self.megabyte.dropLast(12)], headers: [("Content-Encoding", "gzip")])
        ])
        let error = try await session.failure(of: Blob(), environment: server.url, options: Self.limit(5000))
        #expect(error.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
    }

    @Test("S-01 a refusal that is too large keeps its status", arguments: [400, 404, 500])
    func refusal(status: Int) async throws {
        let server = try LoopbackServer(replies: [Self.unfinished(status: status, length: 1000, "reason")])
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

    @Test("S-01 a limit is for each answer: attempts and redirects don't add up")
    func each() async throws {
        let body = String(repeating: "x", count: 80)
        let server = try LoopbackServer(replies: [
            Reply(status: 503, body: body), Reply(status: 302, headers: [("Location", "/next")], body: body),
            Reply(body: body),
        ])
        let text = try await session.response(
            with: Item(name: "a"), environment: server.url, options: Self.limit(100, retry: .prompt))
        #expect(text == body)
    }

    @Test("S-01 twenty answers that are too large disturb no neighbour")
    func neighbours() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path.hasSuffix("0") ? Self.unfinished(length: 1 << 30, "x") : Reply(body: "well")
        }
        let url = server.url
        let session = session
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let result = await session.result(
                        with: Item(name: "\(number)\(number % 2)"), environment: url, options: Self.limit(100))
                    return switch result {
                    case .success(let text): number % 2 == 1 && text == "well"
                    case .failure(let error): number % 2 == 0 && error.faultName == "tooLarge"
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 40)
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
private struct Blob: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = Data

    static let definition = Definition(path: "blobs/\(\.name)")

    var name = "blob"
}

/// Asks for a head.
private struct Glance: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = EmptyResponse

    static let definition = Definition(method: .head, path: "glance")
}

/// Takes ten bytes at most.
private struct Narrow: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "narrow")
    static let options = RequestOptions(maxResponseSize: 10)
}
