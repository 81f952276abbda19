import Endpoints
import LoopbackServer
import Testing

/// A length in the head of what has no body counts for no limit.
@Suite("Sizes of what has no content", .timeLimit(.minutes(5)))
struct NoContentSizeTests {
    private static let ten = RequestOptions(maxResponseSize: 10)

    private let session = URLSession.fresh()

    @Test("C-03 a status without content isn't too large, whatever length it declares", arguments: [204, 205])
    func noContent(status: Int) async throws {
        let server = try LoopbackServer(replies: [.raw("HTTP/1.1 \(status) No\r\nContent-Length: 99999\r\n\r\n")])
        let result = await session.result(with: Empty(), environment: server.url, options: Self.ten)
        #expect(result.failure == nil)
        #expect(server.requestCount == 1)
    }

    @Test("C-03 the length of an interim answer isn't the answer's", arguments: [103, 100])
    func interim(status: Int) async throws {
        let server = try LoopbackServer(replies: [
            .raw(
                "HTTP/1.1 \(status) Early\r\nContent-Length: 99999\r\nLink: <x>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        ])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url, options: Self.ten) == "ok")
        #expect(
            try await session.failure(
                of: Item(name: "a"), environment: server.url, options: RequestOptions(maxResponseSize: 1)
            ).faultName == "tooLarge")
    }

    @Test("C-03 the body of a redirect that is followed isn't the answer's", arguments: [302, 307])
    func redirect(status: Int) async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: status, headers: [("Location", "/n")], body: String(repeating: "x", count: 100)),
            Reply(body: "ok"),
        ])
        let result = await session.result(with: Item(name: "a"), environment: server.url, options: Self.ten)
        #expect((try? result.get()) == "ok")
    }
}

/// Expects nothing.
private struct Empty: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = EmptyResponse

    static let definition = Definition(path: "empty")
}
