import Endpoints
import LoopbackServer
import TestSupport

/// Calls that wait for a connection take little.
struct Waiting: Check {
    private static let count = 10_000

    func run(_ report: Report) async throws -> String {
        let gate = Gate()
        let server = try LoopbackServer.immediate(recording: false) { request in
            request.path == "/first"
                ? Reply(body: "well")
                : Reply(steps: [.wait(gate), .head(.init(status: 200, contentLength: 4)), .body(Data("well".utf8))])
        }
        let session = URLSession.forChecks(connections: 6)
        _ = await session.text("first", at: server.url)
        let before = ResidentMemory.bytes
        let calls = CallCount()
        let options = RequestOptions(timeout: .seconds(60), retryPolicy: .never, observers: [calls])
        let (growth, ended) = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.count {
                group.addTask {
                    let call = await session.result(
                        with: Fetch(name: "held"), environment: server.url, options: options)
                    return (try? call.get()) == "well"
                }
            }
            await gate.arrivals(6)
            let growth = await calls.memory(beyond: before, when: Self.count, report)
            gate.open()
            return (growth, await group.reduce(0) { $0 + ($1 ? 1 : 0) })
        }
        report.expect(growth < 100 << 20, "\(Self.count) calls took \(growth.megabytes)")
        report.expect(ended == Self.count, "\(ended) of \(Self.count) calls were answered")
        report.expect(server.connectionCount <= 6, "there were \(server.connectionCount) connections")
        return "\(Self.count) calls waiting for 6 connections took \(growth.megabytes), \(ended) were answered"
    }
}
