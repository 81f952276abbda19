import Endpoints
import LoopbackServer
import Testing

/// A length in the head of what has no body counts for no limit.
@Suite("Sizes of what has no content", .timeLimit(.minutes(5)))
struct NoContentSizeTests {
    private static let ten = RequestOptions(maxResponseSize: 10)

    private let session = URLSession.fresh()

    @Test("C-03 an answer without content isn't too large, whatever length it declares")
    func noContent() async throws {
        let server = try LoopbackServer(replies: [.raw("HTTP/1.1 204 No\r\nContent-Length: 99999\r\n\r\n")])
        let result = await session.result(with: Empty(), environment: server.url, options: Self.ten)
        #expect(result.failure == nil)
        #expect(server.requestCount == 1)
    }

    @Test("C-03 an answer that resets content breaks off where its declared length is missing, and isn't too large")
    func resetContent() async throws {
        let server = try LoopbackServer(replies: [.raw("HTTP/1.1 205 Reset\r\nContent-Length: 99999\r\n\r\n")])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.ten)
        #expect(error.faultName != "tooLarge")
        #expect(error.transportCode == .connectionLost)
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

    @Test("C-03 the body of a redirect is held to the limit like any other, and not added up", arguments: [302, 307])
    func redirect(status: Int) async throws {
        let body = String(repeating: "x", count: 10)
        let small = Reply(status: status, headers: [("Location", "/n")], body: body)
        let server = try LoopbackServer(replies: [small, Reply(body: body)])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url, options: Self.ten) == body)
        let large = Reply(status: status, headers: [("Location", "/n")], body: body + "x")
        let other = try LoopbackServer(replies: [large, Reply(body: "never")])
        let error = try await session.failure(of: Item(name: "a"), environment: other.url, options: Self.ten)
        #expect(error.faultName == "tooLarge")
        #expect(other.requestCount == 1)
    }
}

/// Expects nothing.
private struct Empty: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = EmptyResponse

    static let definition = Definition(path: "empty")
}
