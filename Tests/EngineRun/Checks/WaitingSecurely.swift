import Endpoints
import LoopbackServer
import TestSupport

/// Calls that wait for a connection take little where connections are encrypted too, and hold nobody else up.
///
/// Their server never ends a handshake, so that they wait until they are cancelled.
struct WaitingSecurely: Check {
    private static let count = 10_000

    func run(_ report: Report) async throws -> String {
        let port = try SilentPort()
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "well") }
        defer { withExtendedLifetime(port) {} }
        guard let place = URL(string: "https://127.0.0.1:\(port.number)") else { return "nothing" }
        let session = URLSession.forChecks(connections: 6)
        _ = await session.text("first", at: server.url)
        let before = ResidentMemory.bytes
        let calls = CallCount()
        let options = RequestOptions(timeout: .seconds(100), retryPolicy: .never, observers: [calls])
        let clock = ContinuousClock()
        let (growth, beside, lag, ended) = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.count {
                group.addTask {
                    let call = await session.result(with: Fetch(name: "never"), environment: place, options: options)
                    if case .failure(.cancelled) = call { return true }
                    report.violation("a call that waits came to \(call)")
                    return false
                }
            }
            let growth = await calls.memory(beyond: before, when: Self.count, report)
            let start = clock.now
            let text = await session.text("beside", at: server.url)
            let beside = clock.now - start
            report.expect(text == "well", "the call beside them came to \(text)")
            group.cancelAll()
            let ended = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            return (growth, beside, clock.now - start - beside, ended)
        }
        report.expect(growth < 100 << 20, "\(Self.count) calls took \(growth.megabytes)")
        report.expect(beside < .seconds(1), "the call beside them took \(beside.inSeconds)")
        report.expect(lag < .seconds(10), "the cancelled calls ended after \(lag.inSeconds)")
        let text = await session.text("after", at: server.url)
        report.expect(text == "well", "the call after them came to \(text)")
        return "\(Self.count) calls waiting for 6 TLS connections took \(growth.megabytes), the call beside them "
            + "\(beside.inSeconds), \(ended) ended \(lag.inSeconds) after they were cancelled"
    }
}
