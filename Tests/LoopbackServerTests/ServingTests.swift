import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServingTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func theAddressIsTheLoopbackWithThePort() throws {
        let server = try LoopbackServer(replies: [Reply()])
        #expect(server.port > 0)
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
    }

    @Test func aConnectionServesSeveralRequests() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "one"), .json("{}", status: 201), .empty(204)])
        let client = try RawClient(server.port)
        await client.send(Self.get)
        #expect(try await client.response() == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none")
        await client.send(Self.get)
        #expect(
            try await client.response()
                == "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        for _ in 0..<2 {
            await client.send(Self.get)
            #expect(try await client.response() == "HTTP/1.1 204 No Content\r\n\r\n")
        }
        #expect(server.requests.map(\.connection) == [0, 0, 0, 0])
        #expect(server.requests.map(\.number) == [0, 1, 2, 3])
        #expect(server.connectionCount == 1)
        #expect(server.openConnections == 1)
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let reply = Reply(body: request.path)
            return request.number == 0 ? reply.delayed(behind: gate) : reply
        }
        let client = try RawClient(server.port)
        await client.send((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        #expect(await server.requests(count: 50).map(\.path) == (0..<50).map { "/\($0)" })
        gate.open()
        for number in 0..<50 {
            #expect(try await client.response().hasSuffix("\r\n\r\n/\(number)"))
        }
    }

    @Test func chunkedBodiesGoBothWays() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            .chunked([.data(request.body), .gate(gate), "more"], trailers: [("End", "1")])
        }
        let client = try RawClient(server.port)
        let head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let text = head + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n"
        await client.send(text)
        #expect(try await client.read(until: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(try await client.read(until: "abcde\r\n") == "5\r\nabcde\r\n")
        gate.open()
        #expect(try await client.read(until: "\r\n\r\n") == "4\r\nmore\r\n0\r\nEnd: 1\r\n\r\n")
        #expect(server.requests.map(\.bytes) == [Data(text.utf8)])
        await client.send("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let answer = try await client.readToEnd()
        #expect(answer == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    }

    @Test func headAndBodilessStatusesHaveNoBody() async throws {
        let server = try LoopbackServer(replies: [
            Reply(body: "hidden"), Reply(status: 304, body: "hidden"), Reply(status: 103).then(Reply(body: "end")),
        ])
        let client = try RawClient(server.port)
        await client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.response(hasBody: false) == "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
        await client.send(Self.get)
        #expect(try await client.response() == "HTTP/1.1 304 Not Modified\r\n\r\n")
        await client.send(Self.get)
        #expect(try await client.response() == "HTTP/1.1 103 Early Hints\r\n\r\n")
        #expect(try await client.response() == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend")
    }

    @Test func aClientThatWaitsForContinueIsToldTo() async throws {
        let server = try LoopbackServer { Reply(body: $0.body) }
        let client = try RawClient(server.port)
        await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await client.response() == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(server.requests.isEmpty)
        await client.send("ok")
        #expect(try await client.response().hasSuffix("\r\n\r\nok"))
    }

    @Test func eitherSideEndsTheConnection() async throws {
        let server = try LoopbackServer(replies: [
            Reply(body: "a"), Reply(headers: [("connection", "Close")], body: "b"), Reply(body: "c"),
            .untilClose("d"),
        ])
        let requests = [
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: x, close\r\n\r\n", Self.get, "GET / HTTP/1.0\r\n\r\n", Self.get,
        ]
        let endings = ["Connection: close\r\n\r\na", "\r\n\r\nb", "\r\n\r\nc", "Connection: close\r\n\r\nd"]
        for (request, ending) in zip(requests, endings) {
            let client = try RawClient(server.port)
            await client.send(request)
            #expect(try await client.readToEnd().hasSuffix(ending))
        }
        await server.connectionsClosed(count: 4)
        #expect(server.openConnections == 0)
        #expect(server.requests.map(\.connection) == [0, 1, 2, 3])
    }

    @Test func largeBodiesGoBothWays() async throws {
        let server = try LoopbackServer { Reply(body: $0.body) }
        let client = try RawClient(server.port)
        let size = 64 << 20
        await client.send("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n")
        #expect(await client.sendLarge([UInt8](repeating: 0x61, count: size)))
        #expect(try await client.readToEnd().utf8.count > size)
        #expect(server.requests.first?.body.count == size)
    }

    @Test func aSlowReaderDoesNotHoldUpOthers() async throws {
        let large = Data(repeating: 0x61, count: 16 << 20)
        let server = try LoopbackServer { $0.path == "/large" ? Reply(body: large) : Reply(body: "small") }
        let slow = try RawClient(server.port)
        await slow.send("GET /large HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        _ = try await slow.read(count: 1)
        let quick = try RawClient(server.port)
        await quick.send(Self.get)
        #expect(try await quick.response().hasSuffix("small"))
        #expect(try await slow.readToEnd().utf8.count > large.count)
    }

    @Test func aServerOnItsOwnThreadServesToo() async throws {
        let server = try LoopbackServer.immediate(recording: false) { Reply(body: $0.target) }
        let client = try RawClient(server.port)
        await client.send("GET /x?y HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.response().hasSuffix("/x?y"))
        #expect(server.requestCount == 1)
        #expect(server.requests.isEmpty)
    }
}
