import Endpoints
import LoopbackServer
import Testing

/// What counts as the size of a body, and what does not.
@Suite("Response size and content", .timeLimit(.minutes(5)))
struct ResponseSizeContentTests {
    /// The platform's own limit would end a call that ours doesn't, so it is put far away.
    private let session = URLSession.fresh { $0.timeoutIntervalForRequest = 100_000 }

    private static func limit(_ size: Int, retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, maxResponseSize: size)
    }

    @Test("S-01 a gzip body is measured as it unfolds, not as it travels")
    func gzip() async throws {
        // 39 bytes on the way, 19 in the end.
        let small = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJ0VEoSEzOTk0BACB1UxgTAAAA"))
        let server = try LoopbackServer.immediate { request in
            Reply(headers: [("Content-Encoding", "gzip")], body: request.path == "/items/a" ? small : .zippedMegabyte)
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
            .unfinished(chunks: [.zippedMegabyte.dropLast(12)], headers: [("Content-Encoding", "gzip")])
        ])
        let error = try await session.failure(of: Blob(), environment: server.url, options: Self.limit(5000))
        #expect(error.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
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

    @Test("S-01 twenty answers that are too large disturb no neighbour")
    func neighbours() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path.hasSuffix("0") ? .unfinished(length: 1 << 30, "x") : Reply(body: "well")
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
}

/// Asks for a head.
private struct Glance: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = EmptyResponse

    static let definition = Definition(method: .head, path: "glance")
}
