import Endpoints
import LoopbackServer
import Testing

/// Answers that two readers could read differently: none of them is a success, and nothing of them is taken for the next
/// answer.
@Suite("Doubtful answers", .timeLimit(.minutes(5)), .onCurl)
struct DoubtfulAnswerTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var code: TransportFailure.Code

        init(_ name: String, _ text: String, _ code: TransportFailure.Code = .invalidResponse) {
            testDescription = name
            self.text = text
            self.code = code
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    private static let answers = [
        Answer("a head that is cut off", ok + "X-Name: a\r\n", .connectionLost),
        Answer("a head that is cut off before its blank line", ok + "Content-Length: 0\r\n", .connectionLost),
        Answer("a head of one line", ok, .connectionLost),
        Answer("two lengths", ok + "Content-Length: 2\r\nContent-Length: 5\r\n\r\nokokok"),
        Answer("a list of two lengths", ok + "Content-Length: 2, 5\r\n\r\nokokok"),
        Answer("a length in hexadecimal digits", ok + "Content-Length: 0x5\r\n\r\nokoko"),
        Answer("a length with a sign", ok + "Content-Length: +2\r\n\r\nok"),
        Answer("a negative length", ok + "Content-Length: -2\r\n\r\nok"),
        Answer("a length of 21 digits", ok + "Content-Length: 100000000000000000000\r\n\r\nok"),
        Answer("an empty length", ok + "Content-Length:\r\n\r\nok"),
        Answer("a length with a space in it", ok + "Content-Length: 2 2\r\n\r\nok"),
        Answer("a carriage return in a value", ok + "X-Name: a\rContent-Length: 2\r\n\r\nok"),
        Answer("a zero byte in a value", ok + "X-Name: a\0b\r\nContent-Length: 2\r\n\r\nok"),
        Answer("a name with a space behind it", ok + "Content-Length : 2\r\n\r\nok"),
        Answer("a name with a space in it", ok + "X Name: 2\r\nContent-Length: 2\r\n\r\nok"),
        Answer("no name", ok + ": 2\r\nContent-Length: 2\r\n\r\nok"),
        Answer("a continued first line", ok + " X-Name: 2\r\nContent-Length: 2\r\n\r\nok"),
        Answer(
            "a transfer coding other than chunked", ok + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        Answer("chunked twice", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        Answer("a transfer coding of nothing", ok + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok"),
        Answer("HTTP/0.9", "ok, just a body"),
        Answer("HTTP/1.2", "HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        Answer("HTTP/3 on a connection of TCP", "HTTP/3 200\r\nContent-Length: 2\r\n\r\nok"),
        Answer("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok"),
        Answer("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok"),
        Answer("another protocol", "RTSP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        Answer("a body that is cut off", ok + "Content-Length: 5\r\n\r\nok", .connectionLost),
    ]

    @Test("C-02 a doubtful answer is an error, and the next request goes on", arguments: answers)
    func answer(answer: Answer) async throws {
        let server = try LoopbackServer(replies: [.raw(answer.text), Reply(body: "well")])
        let session = URLSession.fresh()
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(error.faultName == answer.code.name, "\(error)")
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
        #expect(server.requestCount == 2)
    }

    @Test("C-02 a doubtful answer to a POST is an error, and the POST is sent once", arguments: answers)
    func posted(answer: Answer) async throws {
        let server = try LoopbackServer(replies: [.raw(answer.text), Reply(body: "well")])
        let session = URLSession.fresh()
        let error = try await session.failure(of: Deliver<Posting>(body: Data("x".utf8)), environment: server.url)
        #expect(error.faultName == answer.code.name, "\(error)")
        #expect(server.requestCount == 1)
    }

    @Test("C-02 what follows an answer on its connection is nobody's answer")
    func surplus() async throws {
        let planted = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"
        let server = try LoopbackServer(replies: [
            .raw(Self.ok + "Content-Length: 2\r\n\r\nok" + planted, thenClose: false), Reply(body: "well"),
        ])
        let session = URLSession.fresh(connections: 1)
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "ok")
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }
}
