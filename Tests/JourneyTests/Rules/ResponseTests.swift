import Endpoints
import LoopbackServer
import Testing

/// What arrives of the answers that servers give.
@Suite("Responses", .timeLimit(.minutes(5)))
struct ResponseTests {
    private struct Note: Decodable, Sendable, Equatable {
        var text: String
    }

    private struct Fetch<Value: Sendable & Decodable>: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = Value

        static var definition: Definition { Definition(path: "fetch") }
    }

    private struct Do<Method: Verb>: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = Void

        static var definition: Definition { Definition(method: Method.method, path: "do") }
    }

    private struct Bytes: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = Data

        static let definition = Definition(path: "bytes")
    }

    private let session = URLSession.fresh()

    @Test("H-03 a header is found by any spelling", arguments: ["retry-after", "Retry-After", "RETRY-AFTER"])
    func spelling(name: String) async throws {
        let server = try LoopbackServer(replies: [
            Reply(
                status: 503, headers: [(name, "2"), ("CONTENT-TYPE", "text/plain"), ("etag", "\"e1\""), ("x-oWn", "1")])
        ])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(error.retryAfter == .seconds(2))
        let response = try #require(error.httpResponse)
        for (key, value) in [("Retry-After", "2"), ("Content-Type", "text/plain"), ("ETag", "\"e1\""), ("X-Own", "1")] {
            for spelled in [key, key.lowercased(), key.uppercased()] {
                #expect(response.value(forHTTPHeaderField: spelled) == value, "\(spelled)")
            }
        }
    }

    @Test(
        "H-03 an upper-case charset and type are understood",
        arguments: ["content-type", "Content-Type", "CONTENT-TYPE"])
    func charset(name: String) async throws {
        let server = try LoopbackServer(replies: [
            Reply(headers: [(name, "Text/Plain; Charset=ISO-8859-1")], body: Data([0x63, 0x61, 0x66, 0xE9]))
        ])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "café")
    }

    @Test("S-01 nothing is something to those who expect nothing", arguments: [200, 201, 202, 204, 205])
    func emptyBodies(status: Int) async throws {
        let server = try LoopbackServer(replies: [.empty(status)])
        try await session.response(with: Do<Putting>(), environment: server.url)
        #expect(try await session.response(with: Bytes(), environment: server.url) == Data())
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "")
        #expect(try await session.response(with: Fetch<Note?>(), environment: server.url) == nil)
        _ = try await session.response(with: Fetch<EmptyResponse>(), environment: server.url)
        let error = try await session.failure(of: Fetch<Note>(), environment: server.url)
        guard case .unreadableResponse(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == .emptyBody)
        #expect(failure.received?.statusCode == status)
    }

    @Test("S-01 a body that nobody asked for is ignored")
    func ignoredBody() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 202, headers: [("Content-Type", "text/plain")], body: "ok")
        ])
        try await session.response(with: Do<Deleting>(), environment: server.url)
        _ = try await session.response(with: Fetch<EmptyResponse>(), environment: server.url)
    }

    @Test("S-01 HEAD has headers and no body")
    func head() async throws {
        let server = try LoopbackServer(replies: [Reply(headers: [("X-Total", "7")], body: "never sent")])
        let answer = try await session.endpointResponse(with: Visit<Heading>(), environment: server.url)
        #expect(answer.value == "")
        #expect(answer.httpResponse.value(forHTTPHeaderField: "x-total") == "7")
        #expect(server.requests.first?.method == "HEAD")
    }

    @Test("S-02 an error page that is no JSON keeps its status and bytes")
    func errorPage() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 502, headers: [("Content-Type", "text/html")], body: "<h1>Bad</h1>")
        ])
        let error = try await session.failure(of: Problem(), environment: server.url)
        guard case .unreadableResponse(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == .undecodableError)
        #expect(failure.cause != nil)
        #expect(error.statusCode == 502)
        #expect(error.body?.count == 12)
        #expect(error.httpResponse?.value(forHTTPHeaderField: "content-type") == "text/html")
    }

    @Test("S-02 a success that can't be read keeps its bytes")
    func unreadable() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "<p>")])
        let error = try await session.failure(of: Fetch<Note>(), environment: server.url)
        guard case .unreadableResponse(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == .undecodableBody)
        #expect(failure.received?.body == Data("<p>".utf8))
    }

    @Test("S-03 a byte order mark before JSON is ignored, and broken UTF-8 is not")
    func bytes() async throws {
        let server = try LoopbackServer(replies: [
            Reply(body: Data([0xEF, 0xBB, 0xBF]) + Data(#"{"text":"a"}"#.utf8)),
            Reply(body: Data(#"{"text":""#.utf8) + [0xFF] + Data(#""}"#.utf8)),
        ])
        #expect(try await session.response(with: Fetch<Note>(), environment: server.url) == Note(text: "a"))
        let error = try await session.failure(of: Fetch<Note>(), environment: server.url)
        #expect(error.statusCode == 200)
    }

    @Test("S-04 dates with and without a fraction, with any offset")
    func dates() async throws {
        let rows = [
            ("2026-01-02T03:04:05.250+01:00", 1_767_319_445.25), ("2026-01-02T03:04:05Z", 1_767_323_045),
            ("2026-01-02T03:04:05.123456Z", 1_767_323_045.123),
        ]
        let server = try LoopbackServer(replies: rows.map { .json("[\"\($0.0)\"]") } + [.json("[\"2026-01-02\"]")])
        for (text, seconds) in rows {
            let dates = try await session.response(with: Fetch<[Date]>(), environment: server.url)
            #expect(abs(try #require(dates.first).timeIntervalSince1970 - seconds) < 0.001, "\(text)")
        }
        _ = try await session.failure(of: Fetch<[Date]>(), environment: server.url)
    }

    @Test("S-01 a gzip body arrives decoded")
    func gzip() async throws {
        let zipped = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJ0VEoSEzOTk0BACB1UxgTAAAA"))
        let server = try LoopbackServer(replies: [Reply(headers: [("Content-Encoding", "gzip")], body: zipped)])
        let text = try await session.response(with: Item(name: "a"), environment: server.url)
        #expect(text == "hello world, packed")
        #expect(server.requests.first?.header("Accept-Encoding")?.contains("gzip") == true)
    }

    @Test("S-01 a chunked body arrives whole")
    func chunked() async throws {
        let pieces = (0..<100).map { Data(repeating: UInt8($0), count: 1 + $0 * 37) }
        let server = try LoopbackServer(replies: [.chunked(pieces)])
        #expect(try await session.response(with: Bytes(), environment: server.url) == pieces.reduce(Data(), +))
    }

    @Test("S-01 a body that ends with the connection arrives whole")
    func untilClose() async throws {
        let server = try LoopbackServer(replies: [.untilClose("to the end")])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "to the end")
    }

    @Test("S-01 interim answers are passed over", arguments: [[100], [103], [100, 103], [102, 103, 103]])
    func interim(statuses: [Int]) async throws {
        let link = ("Link", "</style.css>; rel=preload")
        let reply = statuses.reversed().reduce(Reply(body: "final")) { reply, status in
            Reply(steps: [.head(Reply.Head(status: status, headers: [link]))]).then(reply)
        }
        let server = try LoopbackServer(replies: [reply])
        let answer = try await session.endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(answer.value == "final")
        #expect(answer.httpResponse.statusCode == 200)
    }

    @Test("S-01 a megabyte of bytes arrives unchanged, both ways")
    func large() async throws {
        let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
        let server = try LoopbackServer.immediate {
            Reply(body: $0.body.isEmpty ? bytes : Data("\($0.body.count)".utf8))
        }
        #expect(try await session.response(with: Bytes(), environment: server.url) == bytes)
        #expect(try await session.response(with: Deliver<Posting>(body: bytes), environment: server.url) == "1000000")
        #expect(server.requests.last?.body == bytes)
    }
}
