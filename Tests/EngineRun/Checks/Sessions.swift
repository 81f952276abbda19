import Endpoints
import LoopbackServer
import TestSupport

/// Sessions that come and go leave no thread and no descriptor behind.
struct Sessions: Check {
    func run(_ report: Report) async throws -> String {
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "well") }
        await use(50, server, report)
        let before = await Footprint.settled()
        await use(1_000, server, report)
        let after = await before.isReached(within: .seconds(20), report)
        let open = server.openConnections
        return "\(before) became \(after) after 1,000 sessions, \(open) connections are open"
    }

    /// Makes sessions of both kinds one after the other, each for one call.
    private func use(_ count: Int, _ server: LoopbackServer, _ report: Report) async {
        for number in 0..<count {
            let session: URLSession =
                number.isMultiple(of: 2)
                ? .forEndpoints(configuration: .ephemeral) : URLSession(configuration: .ephemeral)
            let text = await session.text("once", at: server.url)
            report.expect(text == "well", "the call of session \(number) came to \(text)")
        }
    }
}
