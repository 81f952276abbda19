import Endpoints
import LoopbackServer
import Testing

/// Answers that are proper HTTP, and that FoundationNetworking refuses, falsifies or dies of.
@Suite("Proper answers", .timeLimit(.minutes(5)), .onCurl)
struct ProperAnswerTests {
    /// An answer in raw bytes, and what a caller gets of it.
    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reply: Reply
        var status = 200
        var body = "ok"
        var fields: [String: String] = [:]

        init(
            _ name: String, _ lines: [String], body: String = "\r\nok", status: Int = 200, text: String = "ok",
            fields: [String: String] = [:]
        ) {
            testDescription = name
            reply = .raw(lines.map { $0 + "\r\n" }.joined() + body)
            self.status = status
            self.body = text
            self.fields = fields
        }
    }

    private static let chunked = ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"]

    private static let answers = [
        Answer("trailers", chunked + ["Trailer: X-Sum"], body: "\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\nX-More: 1\r\n\r\n"),
        Answer("a trailer that looks like a length", chunked, body: "\r\n2\r\nok\r\n0\r\nContent-Length: 9\r\n\r\n"),
        Answer("a length without a space", ["HTTP/1.1 200 OK", "Content-Length:2"]),
        Answer("a length twice", ["HTTP/1.1 200 OK", "Content-Length: 2", "Content-Length: 2"]),
        Answer("a list of one length", ["HTTP/1.1 200 OK", "Content-Length: 2, 2"]),
        Answer("a length after chunks", chunked + ["Content-Length: 99"], body: "\r\n2\r\nok\r\n0\r\n\r\n"),
        Answer("no reason", ["HTTP/1.1 200", "Content-Length: 2"]),
        Answer("no reason, but its space", ["HTTP/1.1 200 ", "Content-Length: 2"]),
        Answer("HTTP/1.0", ["HTTP/1.0 200 OK", "Content-Length: 2"]),
        Answer("a status that nobody has named", ["HTTP/1.1 299 X", "Content-Length: 2"], status: 299),
        Answer(
            "an empty value", ["HTTP/1.1 200 OK", "X-Empty:", "X-Blank:  ", "Content-Length: 2"],
            fields: ["X-Empty": "", "X-Blank": ""]),
        Answer("UTF-8", ["HTTP/1.1 200 OK", "X-Name: café", "Content-Length: 2"], fields: ["X-Name": "café"]),
        Answer(
            "spaces around a value", ["HTTP/1.1 200 OK", "X-Name: \t a b \t", "Content-Length: 2"],
            fields: ["X-Name": "a b"]),
        Answer(
            "a continued line", ["HTTP/1.1 200 OK", "X-Name: a", "\t b", "Content-Length: 2"],
            fields: ["X-Name": "a b"]),
        Answer(
            "one field in two spellings", ["HTTP/1.1 200 OK", "X-Name: a", "x-name: b", "Content-Length: 2"],
            fields: ["X-Name": "a, b"]),
        Answer(
            "interim answers",
            ["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "Link: </x>", ""]
                + ["HTTP/1.1 200 OK", "Content-Length: 2"]),
        Answer("a body that ends with the connection", ["HTTP/1.1 200 OK", "Connection: close"]),
        Answer("no content", ["HTTP/1.1 204 No Content"], body: "\r\n", status: 204, text: ""),
    ]

    @Test("S-01 a proper answer is read as it is", arguments: answers)
    func answer(answer: Answer) async throws {
        let server = try LoopbackServer(replies: [answer.reply, Reply(body: "well")])
        let session = URLSession.fresh()
        let received = try await session.endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(received.value == answer.body)
        #expect(received.httpResponse.statusCode == answer.status)
        for (name, value) in answer.fields {
            #expect(received.httpResponse.value(forHTTPHeaderField: name) == value)
        }
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("S-01 Latin-1 in a value is read as what it can be")
    func latin1() async throws {
        let server = try LoopbackServer(replies: [
            .raw(Data("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9] + Data("\r\nContent-Length: 2\r\n\r\nok".utf8))
        ])
        let received = try await URLSession.fresh().endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(received.httpResponse.value(forHTTPHeaderField: "X-Name") == "café")
    }

    @Test("S-01 a connection goes on after trailers")
    func keptAfterTrailers() async throws {
        let server = try LoopbackServer(replies: [
            .chunked([Data("ok".utf8)], trailers: [("X-Sum", "7")]), Reply(body: "well"),
        ])
        let session = URLSession.fresh()
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "ok")
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
        #expect(server.connectionCount == 1)
    }

    @Test("S-01 cookies that are set in two spellings are both kept")
    func cookiesInTwoSpellings() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Set-Cookie", "a=1; Path=/"), ("set-cookie", "b=2; Path=/")], body: "ok"),
            Reply(body: "well"),
        ])
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        _ = try await session.response(with: Item(name: "b"), environment: server.url)
        let cookies = server.requests.last?.header("Cookie")?.split(separator: "; ").sorted()
        #expect(cookies == ["a=1", "b=2"])
    }

    @Test("X-02 a redirect without a usable Location keeps its body", arguments: [[], [("Location", "ftp://x/")]])
    func redirectBody(headers: [(String, String)]) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 302, headers: headers, body: "moved")])
        let error = try await URLSession.fresh().failure(
            of: Item(name: "a"), environment: server.url, options: RequestOptions(redirectPolicy: .never))
        #expect(error.statusCode == 302)
        #expect(error.body == Data("moved".utf8))
    }

    @Test("S-01 a host that is an IPv6 literal is reached, and redirects to one are followed")
    func ipv6() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "six")], at: .ipv6)
        let other = try LoopbackServer(replies: [.redirect(to: "\(server.url)/there")])
        let session = URLSession.fresh()
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "six")
        #expect(try await session.response(with: Item(name: "b"), environment: other.url) == "six")
        #expect(server.requests.last?.header("Host") == "[::1]:\(server.port)")
    }

    @Test("S-01 localhost is this machine, whichever protocol its server speaks", arguments: [true, false])
    func localhost(isIPv6: Bool) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "here")], at: isIPv6 ? .ipv6 : .ipv4)
        for host in ["localhost", "api.localhost"] {
            let url = try #require(URL(string: "http://\(host):\(server.port)"))
            #expect(try await URLSession.fresh().response(with: Item(name: "a"), environment: url) == "here")
        }
    }
}
