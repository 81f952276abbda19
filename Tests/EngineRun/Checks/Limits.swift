import Endpoints
import LoopbackServer
import TestSupport

/// Time limits that were never reached leave no memory behind.
struct Limits: Check {
    func run(_ report: Report) async throws -> String {
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "well") }
        let session = URLSession.forChecks(connections: 64)
        let options = RequestOptions(timeout: .seconds(20), deadline: .seconds(60), retryPolicy: .never)
        let wrong = Locked(0)
        func carry(_ count: Int) async {
            await repeatedly(count, parallel: 64) { _ in
                let result = await session.result(
                    with: Fetch(name: "limited"), environment: server.url, options: options)
                if (try? result.get()) != "well" { wrong.withLock { $0 += 1 } }
            }
        }
        await carry(1_000)
        let before = ResidentMemory.bytes
        await carry(24_000)
        let growth = ResidentMemory.bytes - before
        report.expect(growth < 5 << 20, "24,000 requests grew by \(growth.megabytes)")
        let failed = wrong.withLock { $0 }
        report.expect(failed == 0, "\(failed) requests had no answer")
        return "\(before.megabytes) grew by \(growth.megabytes) in 24,000 requests with time limits"
    }
}
