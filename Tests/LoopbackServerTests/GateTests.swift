import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GateTests {
    @Test func anOpenGateLetsPass() async {
        let gate = Gate()
        #expect(!gate.isOpen)
        gate.open()
        gate.open()
        #expect(gate.isOpen)
        await gate.wait()
        await gate.arrivals(1)
    }

    @Test func everyoneWhoWaitsPassesWhenItOpens() async {
        let gate = Gate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { await gate.wait() }
            }
            await gate.arrivals(100)
            gate.open()
        }
    }

    @Test func cancellationEndsTheWait() async {
        let gate = Gate()
        for _ in 0..<100 {
            let waiting = Task { await gate.wait() }
            let counting = Task { await gate.arrivals(.max) }
            waiting.cancel()
            counting.cancel()
            await waiting.value
            await counting.value
        }
        #expect(!gate.isOpen)
    }

    @Test func cancellationEndsTheWaitForRequests() async throws {
        let server = try LoopbackServer(replies: [])
        let waiting = Task { await server.requests(count: 1) }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
    }

    // Both ends of the connections are in this process, and other tests open some too.
    @Test(.enabled(if: ResourceLimit.openFiles.raise(to: 16_384)), arguments: [500, 2_000])
    func manyConnectionsWaitAtOneGate(count: Int) async throws {
        let gate = Gate()
        let server = try LoopbackServer { Reply(body: $0.path).delayed(behind: gate) }
        var clients: [RawClient] = []
        for number in 0..<count {
            let client = try RawClient(server.port)
            await client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
            clients.append(client)
        }
        await gate.arrivals(count)
        #expect(server.openConnections == count)
        gate.open()
        for (number, client) in clients.enumerated() {
            #expect(try await client.response().hasSuffix("\r\n\r\n/\(number)"))
            await client.close()
        }
        await server.connectionsClosed(count: count)
        #expect(server.openConnections == 0)
    }

    @Test func aPauseDelaysTheRest() async throws {
        let server = try LoopbackServer(replies: [.streamed(["a", .pause(.milliseconds(1)), "b"])])
        let client = try RawClient(server.port)
        await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.response().hasSuffix("\r\n\r\nab"))
    }
}
