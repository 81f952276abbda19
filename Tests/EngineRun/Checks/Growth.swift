import Endpoints
import LoopbackServer
import TestSupport

/// Many requests leave no memory behind.
struct Growth: Check {
    func run(_ report: Report) async throws -> String {
        let answer = String(repeating: "well ", count: 200)
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: answer) }
        let session = URLSession.forChecks(connections: 64)
        let wrong = Locked(0)
        func carry(_ count: Int) async {
            await repeatedly(count, parallel: 64) { _ in
                let text = await session.text("growth", at: server.url)
                if text != answer { wrong.withLock { $0 += 1 } }
            }
        }
        await carry(500)
        let before = ResidentMemory.bytes
        await carry(2_000)
        let growth = ResidentMemory.bytes - before
        report.expect(growth < 5 << 20, "2,000 requests grew by \(growth.megabytes)")
        let failed = wrong.withLock { $0 }
        report.expect(failed == 0, "\(failed) requests had no answer")
        return "\(before.megabytes) grew by \(growth.megabytes) in 2,000 requests, 64 at a time"
    }
}
