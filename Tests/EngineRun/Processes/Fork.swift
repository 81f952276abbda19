import Endpoints
import LoopbackServer
import TestSupport

/// A call in the child of a bare fork fails at once, and the parent's calls go on.
struct Fork: Check {
    private static let count = 10

    func run(_ report: Report) async throws -> String {
        let gate = Gate()
        let server = try LoopbackServer.immediate(recording: false) { request in
            request.path == "/held"
                ? Reply(steps: [.wait(gate), .head(.init(status: 200, contentLength: 4)), .body(Data("late".utf8))])
                : Reply(body: "well")
        }
        let session = URLSession.forChecks(connections: 6)
        await repeatedly(100, parallel: 16) { _ in _ = await session.text("well", at: server.url) }
        let held = Task { await session.text("held", at: server.url) }
        await gate.arrivals(1)
        for number in 0..<Self.count {
            let child = ForkedChild(session: session, site: server.url, exits: number.isMultiple(of: 2))
            guard let status = child.status(within: .seconds(10)) else {
                report.violation("child \(number) didn't end")
                continue
            }
            report.expect(status == 0, "child \(number) ended with \(status)")
            let text = await session.text("well", at: server.url)
            report.expect(text == "well", "the call of the parent came to \(text)")
        }
        gate.open()
        let text = await held.value
        report.expect(text == "late", "the call that was under way came to \(text)")
        report.expect(server.requestCount == 101 + Self.count, "the server saw \(server.requestCount) requests")
        return "\(Self.count) children failed as they should, "
            + "\(server.requestCount) requests of the parent were answered"
    }
}
