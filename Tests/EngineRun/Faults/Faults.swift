import Endpoints
import LoopbackServer
import TestSupport

/// Requests whose server does something wrong end as they should, and a POST arrives at most once.
///
/// It is what FaultRun does, for the faults that only this engine reports in the same way each time.
struct Faults: Check {
    let count: Int
    let seed: UInt64

    var limit: Duration { .seconds(300) }

    private struct Attack: Sendable {
        let fault: ServerFault
        let posts: Bool
        let name: String
    }

    func run(_ report: Report) async throws -> String {
        let arrivals = Locked<[String: Int]>([:])
        let server = try LoopbackServer.immediate(recording: false) { request in
            let name = String(request.path.dropFirst())
            guard let word = name.split(separator: ".").last, let fault = ServerFault(rawValue: String(word)) else {
                return Reply(status: 404)
            }
            if request.method == "POST" { arrivals.withLock { $0[name, default: 0] += 1 } }
            return fault.reply(to: name)
        }
        let session = URLSession.forChecks(connections: 24)
        let attacks = plan()
        let ended = Locked(0)
        let clock = ContinuousClock()
        let start = clock.now
        await repeatedly(count, parallel: 32) { number in
            let attack = attacks[number]
            let outcome = await self.outcome(of: attack, session, server.url)
            ended.withLock { $0 += 1 }
            report.expect(
                outcome == attack.fault.outcome,
                "\(attack.posts ? "POST" : "GET") \(attack.name) came to \(outcome), not \(attack.fault.outcome)")
        }
        let time = clock.now - start
        let number = ended.withLock { $0 }
        report.expect(number == count, "\(number) of \(count) calls ended")
        let repeated = arrivals.withLock { $0 }
            .filter { $0.value > 1 && !$0.key.hasSuffix(ServerFault.redirectLoop.rawValue) }
        let examples = Array(repeated.keys.sorted().prefix(3))
        report.expect(repeated.isEmpty, "\(repeated.count) POSTs arrived twice: \(examples)")
        session.finishTasksAndInvalidate()
        let isOver = await ProcessState.reaches(within: .seconds(10)) { server.openConnections == 0 }
        report.expect(isOver, "\(server.openConnections) connections are in use after the end of their calls")
        return "\(count) calls with \(ServerFault.allCases.count) faults, seed \(seed), \(time.inSeconds), "
            + "\(server.requestCount) requests over \(server.connectionCount) connections, \(repeated.count) POSTs twice"
    }

    private func plan() -> [Attack] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { number in
            let fault = ServerFault.allCases[random.below(ServerFault.allCases.count)]
            return Attack(fault: fault, posts: random.happens(50), name: "\(number).\(fault.rawValue)")
        }
    }

    private func outcome(of attack: Attack, _ session: URLSession, _ site: URL) async -> FaultOutcome {
        let options = RequestOptions(
            timeout: .seconds(30), retryPolicy: .never, maxResponseSize: ServerFault.limit)
        let answer = attack.fault == .redirect ? "\(attack.name.split(separator: ".")[0]).none" : attack.name
        guard attack.posts else {
            let result = await session.result(with: Fetch(name: attack.name), environment: site, options: options)
            return FaultOutcome(result, expecting: "well \(answer)")
        }
        let delivery = Deliver(name: attack.name, body: Data("parcel \(attack.name)".utf8))
        let result = await session.result(with: delivery, environment: site, options: options)
        return FaultOutcome(result, expecting: "well \(answer)")
    }
}
