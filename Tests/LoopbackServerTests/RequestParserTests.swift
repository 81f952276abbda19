import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RequestParserTests {
    private static let sized = "POST /a?b=c HTTP/1.1\r\nHost: h\r\nX: 1\r\nx:\t2 \r\nContent-Length: 5\r\n\r\nhello"
    private static let chunked =
        "PUT /up HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\nExpect: 100-continue\r\n\r\n"
        + "3;note=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nSum: 7\r\n\r\n"
    private static let plain = "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func everySplitPointGivesTheSameRequests() throws {
        let bytes = Array((Self.sized + Self.chunked + Self.plain).utf8)
        let cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        for pieces in cuts + [bytes.map { [$0] }] {
            let events = ParsedEvents(pieces)
            #expect(events.failures.isEmpty)
            #expect(events.continues == 1)
            #expect(events.isAtBoundary)
            #expect(events.requests.map(\.method) == ["POST", "PUT", "GET"])
            #expect(events.requests.map(\.bodyText) == ["hello", "abc0123456789", ""])
            #expect(
                events.requests.map { String(decoding: $0.bytes, as: UTF8.self) }
                    == [Self.sized, Self.chunked, Self.plain])
        }
    }

    @Test func partsOfTheRequestAreToldAsOnTheWire() throws {
        let request = try #require(ParsedEvents(Self.sized).requests.first)
        #expect(request.target == "/a?b=c")
        #expect(request.path == "/a")
        #expect(request.query == "b=c")
        #expect(request.version == "HTTP/1.1")
        #expect(request.headers.map(\.name) == ["Host", "X", "x", "Content-Length"])
        #expect(request.header("x") == "1")
        #expect(request.headerValues("X") == ["1", "2"])
        #expect(request.header("missing") == nil)
        let chunked = try #require(ParsedEvents(Self.chunked).requests.first)
        #expect(chunked.trailers.map(\.name) == ["Sum"])
        #expect(chunked.trailers.map(\.value) == ["7"])
        #expect(chunked.query == nil)
    }

    @Test func formsAreDecodedOnce() throws {
        let form = "a=1+2&b=%2541&c&=d&&e=%zz=%C3%A9&f=%"
        let text = "POST /?q=x%20y HTTP/1.1\r\nHost: h\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        let request = try #require(ParsedEvents(text).requests.first)
        #expect(request.queryItems.map { "\($0.name)|\($0.value)" } == ["q|x y"])
        #expect(
            request.formItems.map { "\($0.name)|\($0.value)" }
                == ["a|1 2", "b|%41", "c|", "|d", "e|%zz=é", "f|%"])
    }

    @Test(arguments: [
        ("\u{16}\u{3}\u{1}", 400),
        ("GET /\r\n\r\n", 400),
        ("GET  HTTP/1.1\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("GET / FTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX : 1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: 1\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999999\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    ])
    func whatIsNoRequestFailsOnce(text: String, status: Int) {
        for pieces in [[Array(text.utf8)], Array(text.utf8).map { [$0] }] {
            let events = ParsedEvents(pieces + [Array(Self.plain.utf8)])
            #expect(events.failures.map(\.status) == [status])
            #expect(events.requests.isEmpty)
        }
    }

    @Test func longHeadsAreTakenUpToALimit() {
        let long = "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 1 << 20)
        let events = ParsedEvents(long + "\r\n\r\n")
        #expect(events.requests.first?.header("X")?.utf8.count == 1 << 20)
        #expect(ParsedEvents(long + String(repeating: "x", count: 1 << 20)).failures.map(\.status) == [431])
    }

    @Test func aMessageThatIsNotCompleteIsNoBoundary() {
        #expect(!ParsedEvents("GET").isAtBoundary)
        #expect(!ParsedEvents("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na").isAtBoundary)
        #expect(ParsedEvents("").isAtBoundary)
    }
}
