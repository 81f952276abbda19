import Endpoints
import LoopbackServer
import TestSupport

/// Calls that are cancelled at any moment end once, and leave nothing behind.
struct Cancellations: Check {
    let count: Int
    let seed: UInt64

    var limit: Duration { .seconds(600) }

    private static let connections = (wide: 48, narrow: 2)

    func run(_ report: Report) async throws -> String {
        let held = HeldAnswers()
        let server = try LoopbackServer.immediate(recording: false) { held.answer($0) }
        let warmUp = CancelledCall.plan(seed: seed &+ 1, count: 2_000, firstID: 1_000_000_000)
        _ = await carry(warmUp, server, held, report)
        let before = await Footprint.settled()
        let clock = ContinuousClock()
        let start = clock.now
        let endings = await carry(CancelledCall.plan(seed: seed, count: count), server, held, report)
        let time = clock.now - start
        let after = await before.isReached(within: .seconds(20), report)
        return "\(count) calls, seed \(seed), \(time.inSeconds), \(endings.answered) answered, "
            + "\(endings.cancelled) cancelled, \(server.connectionCount) connections, \(before) became \(after)"
    }

    /// Carries the calls through sessions of their own, which are over afterwards.
    private func carry(
        _ calls: [CancelledCall], _ server: LoopbackServer, _ held: HeldAnswers, _ report: Report
    ) async -> (answered: Int, cancelled: Int) {
        let wide = URLSession.forChecks(connections: Self.connections.wide)
        let narrow = URLSession.forChecks(connections: Self.connections.narrow)
        let answered = Locked(0)
        let cancelled = Locked(0)
        await repeatedly(calls.count, parallel: 64) { number in
            let call = calls[number]
            let session = call.moment == .waiting ? narrow : wide
            let carried = CarriedCall(call: call, session: session, site: server.url, held: held)
            switch await carried.ending(report) {
            case .answered: answered.withLock { $0 += 1 }
            case .cancelled: cancelled.withLock { $0 += 1 }
            case .wrong: break
            }
        }
        // Whatever a cancelled call had on the wire is taken off it: only kept connections are left.
        let most = Self.connections.wide + Self.connections.narrow
        let isQuiet = await ProcessState.reaches(within: .seconds(10)) { server.openConnections <= most }
        report.expect(isQuiet, "\(server.openConnections) connections are open after the calls")
        // These end when nothing runs any more, so one that is in use would stay.
        wide.finishTasksAndInvalidate()
        narrow.finishTasksAndInvalidate()
        let isOver = await ProcessState.reaches(within: .seconds(10)) { server.openConnections == 0 }
        report.expect(isOver, "\(server.openConnections) connections are in use after the end of their calls")
        return (answered.withLock { $0 }, cancelled.withLock { $0 })
    }
}
