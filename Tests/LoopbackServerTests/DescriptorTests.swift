// An exit test needs a system that can start processes, and /proc is there on Linux only.
#if os(Linux)
import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DescriptorTests {
    @Test func noDescriptorIsLeft() async throws {
        await #expect(processExitsWith: .success) {
            // The system's libraries open descriptors of other kinds when they first need them.
            func descriptors() throws -> Int {
                let manager = FileManager.default
                return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                    let kind = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                    return kind.map { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") } ?? false
                }
            }
            let before = try descriptors()
            for _ in 0..<20 {
                let gate = Gate()
                let server = try LoopbackServer(replies: [Reply().delayed(behind: gate)])
                let clients = try (0..<5).map { _ in try RawClient(server.port) }
                for client in clients { await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
                await gate.arrivals(5)
                server.stop()
                for client in clients { await client.close() }
            }
            let after = try descriptors()
            #expect(after == before)
        }
    }
}
#endif
