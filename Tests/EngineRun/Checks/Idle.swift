import Endpoints
import LoopbackServer
import TestSupport

/// The engine's thread sleeps when there is nothing to do, also with connections that are kept.
struct Idle: Check {
    func run(_ report: Report) async throws -> String {
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "well") }
        let session = URLSession.forChecks(connections: 6)
        await repeatedly(200, parallel: 16) { _ in _ = await session.text("idle", at: server.url) }
        guard let thread = KernelThreads.identifier(named: "Endpoints"),
            let before = await settledSwitches(of: thread)
        else {
            report.violation("there is no thread named Endpoints")
            return "nothing"
        }
        await sleep(seconds: 10)
        let after = KernelThreads.voluntarySwitches(of: thread) ?? 0
        report.expect(after == before, "the engine's thread was woken \(after - before) times in 10 s")
        report.expect(server.openConnections > 0, "no connection was kept")
        let text = await session.text("idle", at: server.url)
        report.expect(text == "well", "the call after the rest came to \(text)")
        return "\(before) voluntary switches became \(after) in 10 s beside \(server.openConnections) kept connections"
    }

    /// The switches once the engine has ended what the last request left to do.
    private func settledSwitches(of thread: String) async -> Int? {
        var last: Int?
        var same = 0
        _ = await ProcessState.reaches(within: .seconds(2)) {
            let now = KernelThreads.voluntarySwitches(of: thread)
            same = now == last ? same + 1 : 0
            last = now
            return same >= 10
        }
        return last
    }

    /// Lets the time pass on a thread of its own, so that no timer of a pool wakes anybody.
    private func sleep(seconds: UInt32) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = Foundation.sleep(seconds)
                continuation.resume()
            }
        }
    }
}
