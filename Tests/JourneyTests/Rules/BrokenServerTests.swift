import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What a server can do wrong: a typed error, and never a hang.
@Suite("Broken servers", .timeLimit(.minutes(5)))
struct BrokenServerTests {
    /// A fault and what a caller may be told about it.
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reply: Reply
        var code: TransportFailure.Code

        init(_ name: String, _ code: TransportFailure.Code, _ reply: Reply) {
            testDescription = name
            self.code = code
            self.reply = reply
        }
    }

    private static let faults: [Fault] =
        [
            Fault("reset before the answer", .connectionLost, .reset),
            Fault("reset in the body", .connectionLost, .streamed(["part", .reset, "rest"])),
            Fault("closed without an answer", .connectionLost, .close),
            // Without a length in it, a head that is cut off kills the process inside FoundationNetworking.
            Fault("closed in the head", .connectionLost, .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n")),
            Fault("reset in the head", .connectionLost, .rawThenReset("HTTP/1.1 200 OK\r\nContent-Le")),
            Fault("truncated by length", .connectionLost, .truncated),
            Fault("truncated before the first byte", .connectionLost, .truncated("")),
            Fault("truncated chunked", .connectionLost, .chunked(["part", .close])),
            Fault("chunk without its end", .connectionLost, .rawChunks("8\r\npart")),
            Fault("chunk size that is no number", .invalidResponse, .rawChunks("zz\r\npart\r\n0\r\n\r\n")),
            Fault("no HTTP at all", .invalidResponse, .raw("HELLO WORLD\r\n\r\n")),
            Fault("unknown version", .invalidResponse, .raw("HTTP/1.1 abc\r\n\r\n")),
            Fault("header without a colon", .invalidResponse, .rawHeader(Data("nonsense".utf8))),
            Fault(
                "one huge header", .headersTooLarge, .rawHeader(Data("X-Big: ".utf8) + Data(count: 200_000, of: 0x61))),
            Fault("very many headers", .headersTooLarge, .rawHeader(Data(manyHeaders.utf8))),
            Fault("bad gzip", .invalidResponse, .encoded("gzip", "this is not gzip")),
            Fault("bad deflate", .invalidResponse, .encoded("deflate", "this is not deflate")),
            Fault("unknown encoding", .invalidResponse, .encoded("x-puzzle", "abc")),
        ] + (Engine.isCurl ? [] : refusedByFoundation)

    /// Proper HTTP that FoundationNetworking can't read.
    private static let refusedByFoundation = [
        Fault("status line without a space", .invalidResponse, .raw("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n")),
        Fault("Latin-1 in a header", .invalidResponse, .rawHeader(Data("X-Name: caf".utf8) + [0xE9])),
    ]

    private static let manyHeaders = (0..<400)
        .map { "X-Many-\($0): \(String(repeating: "y", count: 1000))" }.joined(separator: "\r\n")

    @Test("C-02 a fault of the server is a typed error", arguments: faults)
    func fault(fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        let error = try await URLSession.fresh().failure(
            of: Item(name: "a"), environment: server.url, options: RequestOptions(timeout: .seconds(20)))
        #expect(error.faultName == fault.code.name, "\(error)")
        #expect(server.requestCount == 1)
    }

    @Test("C-02 a fault leaves the session in order", arguments: faults)
    func goesOn(fault: Fault) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [fault.reply, Reply(body: "well")])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("C-02 a fault ends a posted request the same way, and it is sent once", arguments: faults)
    func posted(fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        let error = try await URLSession.fresh().failure(
            of: Deliver<Posting>(body: Data("parcel".utf8)), environment: server.url)
        #expect(error.faultName == fault.code.name, "\(error)")
        #expect(server.requestCount == 1)
    }

    @Test("C-02 a port that nobody listens on")
    func refused() async throws {
        let port = try ClosedPort()
        defer { withExtendedLifetime(port) {} }
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: port.url)
        #expect(error.transportCode == .cannotConnect)
        #expect(error.context?.attempts.count == 1)
    }

    @Test("C-02 a host that can't exist")
    func unknownHost() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid"))
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: url)
        #expect(error.transportCode == .cannotFindHost)
    }

    @Test("C-02 a port that can't exist is the declaration's fault", arguments: ["http://127.0.0.1:99999", "http://"])
    func impossibleAddress(address: String) async throws {
        guard let url = URL(string: address) else { return }
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: url)
        #expect(error.endpointFault != nil || error.transportCode != nil)
    }

    @Test("C-02 TLS to a port without it ends by the time limit at the latest")
    func plainPort() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
        let error = try await URLSession.fresh().failure(
            of: Item(name: "a"), environment: url, options: RequestOptions(timeout: .milliseconds(500)))
        #expect(error.transportCode == .secureConnectionFailed || error.transportCode == .timedOut, "\(error)")
    }

    @Test("C-02 an early 413 is delivered while a large body is still going up")
    func earlyAnswer() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 413, body: "too much")])
        let error = try await URLSession.fresh().failure(
            of: Deliver<Posting>(body: Data(count: 5 << 20, of: 0x62)), environment: server.url)
        #expect(error.statusCode == 413)
        #expect(error.body == Data("too much".utf8))
    }

    @Test("C-02 a kept connection that the server has closed meanwhile is replaced")
    func staleConnection() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(replies: [
            Reply(steps: Reply(body: "one").steps + [.close]), Reply(body: "two"),
        ])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "one")
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "two")
    }

    @Test("C-02 twenty broken answers at once disturb no neighbour")
    func neighbours() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.immediate { request in
            let name = String(request.path.dropFirst("/items/".count))
            guard let number = Int(name), number.isMultiple(of: 2) else { return Reply(body: name) }
            return Self.faults[number / 2 % Self.faults.count].reply
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let result = await session.result(with: Item(name: "\(number)"), environment: server.url)
                    switch result {
                    case .success(let text):
                        #expect(text == "\(number)")
                        #expect(!number.isMultiple(of: 2))
                    case .failure(let error):
                        #expect(number.isMultiple(of: 2), "\(number): \(error)")
                        #expect(error.faultName != nil)
                    }
                }
            }
        }
    }
}

extension Reply {
    /// A chunked body in raw bytes, after which the connection ends.
    fileprivate static func rawChunks(_ text: String) -> Reply {
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text)
    }

    /// Raw bytes, after which the connection breaks.
    fileprivate static func rawThenReset(_ text: String) -> Reply {
        Reply(steps: [.send(Data(text.utf8)), .reset])
    }

    /// A response with header lines in raw bytes.
    fileprivate static func rawHeader(_ line: Data) -> Reply {
        .raw(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n".utf8) + line + Data("\r\n\r\nok".utf8))
    }

    /// A body that says it is encoded.
    fileprivate static func encoded(_ encoding: String, _ text: String) -> Reply {
        Reply(headers: [("Content-Encoding", encoding)], body: text)
    }
}

extension Data {
    /// The same byte again and again.
    fileprivate init(count: Int, of byte: UInt8) {
        self.init(repeating: byte, count: count)
    }
}
