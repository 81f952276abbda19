import Endpoints
import LoopbackServer
import Testing

/// Content codings, which the package undoes itself on libcurl.
@Suite("Content codings", .timeLimit(.minutes(5)), .onCurl)
struct ContentCodingTests {
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let coding: String
        let bytes: Data
        let text: String

        init(_ name: String, _ coding: String, _ bytes: Data, _ text: String = "well packed") {
            testDescription = name
            self.coding = coding
            self.bytes = bytes
            self.text = text
        }
    }

    private static let text = "well packed"
    private static let bodies = [
        Body("gzip", "gzip", PackedBody.gzip(text)),
        Body("gzip by its old name, in capitals", "X-GZIP", PackedBody.gzip(text)),
        Body("deflate with a wrapping", "deflate", PackedBody.zlib(text)),
        Body("deflate without one", "deflate", PackedBody.deflated(text)),
        Body("gzip in two members", "gzip", PackedBody.gzip("well ") + PackedBody.gzip("packed")),
        Body("gzip with an empty member", "gzip", PackedBody.gzip("") + PackedBody.gzip(text)),
        Body("gzip with zeros behind it", "gzip", PackedBody.gzip(text) + Data(count: 40)),
        Body("no coding by its name", "identity", Data(text.utf8)),
        Body("an empty field", "", Data(text.utf8)),
        Body("nothing at all", "gzip", Data(), ""),
    ]

    @Test("S-01 a coding is undone, in one piece, byte by byte, and in chunks", arguments: bodies, 0..<3)
    func undone(body: Body, way: Int) async throws {
        let pieces = body.bytes.map { Reply.Part.data(Data([$0])) }
        let headers = [("Content-Encoding", body.coding)]
        let reply: Reply =
            switch way {
            case 0: Reply(headers: headers, body: body.bytes)
            case 1: .streamed(pieces, headers: headers)
            default: .chunked(pieces, headers: headers)
            }
        let server = try LoopbackServer(replies: [reply])
        let answer = try await URLSession.fresh().endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(answer.value == body.text)
        #expect(answer.httpResponse.value(forHTTPHeaderField: "Content-Encoding") == body.coding)
        #expect(server.requests.first?.header("Accept-Encoding") == "gzip, deflate")
    }

    private static let broken = [
        Body("gzip that is cut off", "gzip", PackedBody.gzip(text).dropLast(3)),
        Body("gzip that is cut off in its header", "gzip", PackedBody.gzip(text).prefix(4)),
        Body("a second member that is cut off", "gzip", PackedBody.gzip(text) + PackedBody.gzip(text).prefix(12)),
        Body("deflate that is cut off", "deflate", PackedBody.zlib(text).dropLast(1)),
        Body("deflate of one byte", "deflate", Data([0x78])),
        Body("gzip with a wrong sum", "gzip", PackedBody.gzip(text).dropLast(8) + Data(count: 8)),
        Body("gzip with something else behind it", "gzip", PackedBody.gzip(text) + Data("more".utf8)),
        Body("deflate with something else behind it", "deflate", PackedBody.zlib(text) + Data("more".utf8)),
        Body("a coding that nobody knows", "x-puzzle", Data(text.utf8)),
        Body("a coding that was not asked for", "br", Data(text.utf8)),
        Body("three codings", "gzip, gzip, gzip", PackedBody.gzip(text)),
        Body("very many members", "gzip", (0..<20_000).reduce(into: Data()) { all, _ in all += PackedBody.gzip("") }),
    ]

    @Test("C-02 a coding that can't be undone to its end is an error", arguments: broken)
    func refused(body: Body) async throws {
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Content-Encoding", body.coding)], body: body.bytes), Reply(body: "well"),
        ])
        let session = URLSession.fresh()
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(["connectionLost", "invalidResponse"].contains(error.faultName))
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("S-01 a coding that is asked for by the endpoint is asked for alone, and a HEAD has none to undo")
    func asked() async throws {
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Content-Encoding", "br"), ("Content-Length", "7")])
        ])
        _ = try await URLSession.fresh().response(with: Visit<Heading>(), environment: server.url)
        _ = try await URLSession.fresh { $0.httpAdditionalHeaders = ["accept-encoding": "identity"] }
            .response(with: Visit<Heading>(), environment: server.url)
        #expect(server.requests.map { $0.headerValues("Accept-Encoding") } == [["gzip, deflate"], ["identity"]])
    }
}
