import Endpoints
import LoopbackServer
import Testing

/// Header fields that are larger than the platform reads.
@Suite("Header size", .timeLimit(.minutes(5)))
struct HeaderSizeTests {
    private let session = URLSession.fresh()

    private static func reply(lines: [String]) -> Reply {
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\nok")
    }

    @Test(
        "S-01 header fields beyond what the platform reads are one kind of error, and not asked for again",
        arguments: [(1, 1_000_000), (10_000, 100), (400, 1000), (3, 150_000)])
    func tooLarge(count: Int, size: Int) async throws {
        let lines = (0..<count).map { "X-\($0): " + String(repeating: "y", count: size) }
        let server = try LoopbackServer(replies: [Self.reply(lines: lines), Reply(body: "well")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: RequestOptions(retryPolicy: .prompt))
        guard case .unreadableResponse(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == .headersTooLarge)
        #expect(server.requestCount == 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("S-01 many small fields and one of fifty thousand bytes are read", arguments: [(2000, 10), (1, 50_000)])
    func readable(count: Int, size: Int) async throws {
        let lines = (0..<count).map { "X-\($0): " + String(repeating: "y", count: size) }
        let server = try LoopbackServer(replies: [Self.reply(lines: lines)])
        let answer = try await session.endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(answer.value == "ok")
        #expect(answer.httpResponse.value(forHTTPHeaderField: "X-\(count - 1)")?.count == size)
    }
}
