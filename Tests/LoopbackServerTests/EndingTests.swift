import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EndingTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func scriptsEndTheConnectionAsTheySay() async throws {
        let server = try LoopbackServer(replies: [.close, .truncated, .raw("garbage\n"), .reset])
        for expected in ["", "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\npartial", "garbage\n"] {
            let client = try RawClient(server.port)
            await client.send(Self.get)
            #expect(try await client.readToEnd() == expected)
        }
        let client = try RawClient(server.port)
        await client.send(Self.get)
        await #expect(throws: CallFailure.reset) { try await client.readToEnd() }
        await server.connectionsClosed(count: 4)
        #expect(server.openConnections == 0)
    }

    @Test func aBodyCanBreakOffInTheMiddle() async throws {
        let server = try LoopbackServer(replies: [.chunked(["ab", .close, "cd"]), .streamed(["ab", .reset])])
        let first = try RawClient(server.port)
        await first.send(Self.get)
        #expect(try await first.readToEnd().hasSuffix("\r\n\r\n2\r\nab\r\n"))
        let second = try RawClient(server.port)
        await second.send(Self.get)
        await #expect(throws: CallFailure.reset) { try await second.readToEnd() }
    }

    @Test func whatIsNoRequestIsRefused() async throws {
        let server = try LoopbackServer(replies: [Reply()])
        let client = try RawClient(server.port)
        await client.send(Self.get + "nonsense\r\n\r\n" + Self.get)
        let answer = try await client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 400 Bad Request\r\n"))
        #expect(server.rejections.map(\.status) == [400])
        #expect(server.requests.count == 1)
        await client.close()
        await server.connectionsClosed(count: 1)
    }

    @Test(arguments: [false, true])
    func aClientThatLeavesFreesTheParkedReply(reset: Bool) async throws {
        let gate = Gate()
        let inHandler = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/handler" { await inHandler.wait() }
            return request.path == "/silence" ? .silence : Reply(body: "late").delayed(behind: gate)
        }
        var clients: [RawClient] = []
        for path in ["/", "/silence", "/handler"] {
            let client = try RawClient(server.port)
            await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            clients.append(client)
        }
        _ = await server.requests(count: 3)
        await gate.arrivals(1)
        await inHandler.arrivals(1)
        for client in clients {
            await client.close(reset: reset)
        }
        await server.connectionsClosed(count: 3)
        #expect(server.openConnections == 0)
        #expect(!gate.isOpen)
    }

    @Test func aStreamEndsWithItsTimesOrWithTheClient() async throws {
        let endless = Reply(steps: [.stream(Data(repeating: 0x61, count: 1 << 16), times: .max)])
        let server = try LoopbackServer.immediate { request in
            if request.path == "/endless" { return endless }
            return Reply(steps: [
                .send(Data("<".utf8)), .stream(Data("ab".utf8), times: 3), .send(Data(">".utf8)), .close,
            ])
        }
        let leaving = try RawClient(server.port)
        await leaving.send("GET /endless HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = await server.requests(count: 1)
        let client = try RawClient(server.port)
        await client.send(Self.get)
        #expect(try await client.readToEnd() == "<ababab>")
        await leaving.close()
        await server.connectionsClosed(count: 2)
        #expect(server.openConnections == 0)
    }

    @Test func aClientThatEndsOnlyItsHalfIsStillAnswered() async throws {
        let server = try LoopbackServer { Reply(body: $0.path) }
        let client = try RawClient(server.port)
        await client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
        await client.endOutput()
        let answer = try await client.readToEnd()
        #expect(answer.contains("\r\n\r\n/1"))
        #expect(answer.hasSuffix("\r\n\r\n/2"))
    }

    @Test func stopClosesEverything() async throws {
        let gate = Gate()
        let server = try LoopbackServer { Reply(body: $0.path).delayed(behind: gate) }
        let client = try RawClient(server.port)
        await client.send(Self.get)
        await gate.arrivals(1)
        server.stop()
        server.stop()
        #expect(server.openConnections == 0)
        #expect(throws: CallFailure.refused) { try ClientSocket(port: server.port) }
        #expect(try await client.readToEnd() == "")
        // Nothing can come any more, so nobody waits for it.
        #expect(await server.requests(count: 100).count == 1)
        await server.connectionsClosed(count: 100)
    }

    @Test func aHandlerMayStopItsServer() async throws {
        let holder = Holder()
        for isImmediate in [true, false] {
            let stopping: @Sendable (Request) -> Reply = { _ in
                holder.stop()
                return Reply()
            }
            let server = try isImmediate ? .immediate(handler: stopping) : LoopbackServer { stopping($0) }
            holder.hold(server)
            let client = try RawClient(server.port)
            await client.send(Self.get)
            _ = try await client.readToEnd()
            server.stop()
            #expect(throws: CallFailure.refused) { try ClientSocket(port: server.port) }
        }
    }

    @Test func theServerClosesWithItsOwner() async throws {
        let gate = Gate()
        var server: LoopbackServer? = try LoopbackServer { Reply(body: $0.path).delayed(behind: gate) }
        let port = try #require(server?.port)
        let client = try RawClient(port)
        await client.send(Self.get)
        await gate.arrivals(1)
        server = nil
        #expect(throws: CallFailure.refused) { try ClientSocket(port: port) }
        #expect(try await client.readToEnd() == "")
    }
}
