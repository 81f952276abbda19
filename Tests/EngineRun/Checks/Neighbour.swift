import Endpoints
import LoopbackServer
import TestSupport

/// A request costs about as much beside a thousand that wait for their server.
struct Neighbour: Check {
    private static let waiting = 1_000
    private static let requests = 3_000

    func run(_ report: Report) async throws -> String {
        guard ResourceLimit.openFiles.raise(to: 4_096) else { throw CallFailure(call: "setrlimit", code: EPERM) }
        let gate = Gate()
        let times = Locked<[Int]>([])
        let server = try LoopbackServer.immediate(recording: false) { request in
            guard request.path == "/quick" else {
                return Reply(steps: [
                    .wait(gate), .head(.init(status: 200, contentLength: 4)), .body(Data("late".utf8)),
                ])
            }
            times.withLock { $0.append(ClientTime.now) }
            return Reply(body: "well")
        }
        let session = URLSession.forChecks(connections: 2_000)
        func cost() async -> Double {
            times.withLock { $0 = [] }
            for _ in 0..<Self.requests where await session.text("quick", at: server.url) != "well" {
                report.violation("a neighbour had no answer")
            }
            // From one request's arrival to the next one's, each is what one call takes.
            let steps = times.withLock { times in zip(times, times.dropFirst()).map { $1 - $0 } }
            return Double(steps.sorted()[steps.count / 2]) / 1_000
        }
        _ = await cost()
        let alone = await cost()
        let (beside, late) = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.waiting {
                group.addTask { await session.text("late", at: server.url, timeout: .seconds(300)) == "late" }
            }
            await gate.arrivals(Self.waiting)
            let beside = await cost()
            gate.open()
            return (beside, await group.reduce(0) { $0 + ($1 ? 1 : 0) })
        }
        let factor = beside / alone
        report.expect(factor <= 3, "one request costs \(factor) times as much beside the others")
        report.expect(late == Self.waiting, "\(late) of \(Self.waiting) were answered late")
        let figures = String(format: "%.0f µs alone, %.0f µs beside %d, factor %.2f", alone, beside, late, factor)
        return "the median processor time of a request is \(figures)"
    }
}
