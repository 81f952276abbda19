// An exit test needs a system that can start processes.
#if (os(Linux) || os(macOS)) && compiler(>=6.2)
import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DescriptorTests {
    @Test func noDescriptorIsLeft() async throws {
        await #expect(processExitsWith: .success) {
            let before = try OpenDescriptors.socketAndPipeCount
            for _ in 0..<20 {
                let gate = Gate()
                let server = try LoopbackServer(replies: [Reply().delayed(behind: gate)])
                let clients = try (0..<5).map { _ in try RawClient(server.port) }
                for client in clients { await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
                await gate.arrivals(5)
                server.stop()
                for client in clients { await client.close() }
            }
            let after = try OpenDescriptors.socketAndPipeCount
            #expect(after == before)
        }
    }
}
#endif
