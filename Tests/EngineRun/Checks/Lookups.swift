import Endpoints
import LoopbackServer
import TestSupport

/// Names that can't be looked up hold nobody up, and leave no thread behind.
///
/// It needs a server of names that never answers: `.scripts/engine-run` has one.
struct Lookups: Check {
    private static let count = 10_000

    var limit: Duration { .seconds(240) }

    func run(_ report: Report) async throws -> String {
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "well") }
        let session = URLSession.forChecks(connections: 6)
        let calls = Bystander(session: session, port: server.port, report: report)
        _ = await calls.slowest(of: 3)
        try await expectSlowNames(session, report)
        let before = await Footprint.settled()
        let started = Locked(0)
        let ended = Locked(0)
        let clock = ContinuousClock()
        let (beside, cancelling, lag) = await withTaskGroup(of: Void.self) { group in
            for number in 0..<Self.count {
                group.addTask {
                    started.withLock { $0 += 1 }
                    let options = RequestOptions(timeout: .seconds(120), retryPolicy: .never)
                    let place = URL(string: "http://name-\(number).example.com") ?? server.url
                    let result = await session.result(
                        with: Fetch(name: "never"), environment: place, options: options)
                    if case .failure(.cancelled) = result { ended.withLock { $0 += 1 } }
                }
            }
            _ = await ProcessState.reaches(within: .seconds(30)) { started.withLock { $0 } == Self.count }
            let beside = await calls.slowest(of: 20)
            let start = clock.now
            group.cancelAll()
            let cancelling = await calls.slowest(of: 20)
            await group.waitForAll()
            return (beside, cancelling, clock.now - start)
        }
        let most = KernelThreads.count
        let cancelled = ended.withLock { $0 }
        report.expect(cancelled == Self.count, "\(cancelled) of \(Self.count) calls ended as cancelled")
        report.expect(lag < .seconds(10), "the cancelled calls ended after \(lag.inSeconds)")
        report.expect(most <= before.threads + 10, "\(before.threads) threads became \(most) meanwhile")
        let last = await calls.slowest(of: 20)
        let after = await before.isReached(within: .seconds(60), report)
        return "\(cancelled) cancelled in \(lag.inSeconds), \(before), \(most) threads meanwhile, \(after) in the end, "
            + "the slowest call beside them \(beside.inSeconds), while they ended \(cancelling.inSeconds), "
            + "then \(last.inSeconds)"
    }

    /// Without a slow server of names there is nothing to be seen.
    private func expectSlowNames(_ session: URLSession, _ report: Report) async throws {
        guard let place = URL(string: "http://slow.example.com") else { return }
        let options = RequestOptions(timeout: .seconds(1), retryPolicy: .never)
        let result = await session.result(with: Fetch(name: "never"), environment: place, options: options)
        if case .failure(.transportError(let failure)) = result, failure.code == .timedOut { return }
        report.violation("names are looked up quickly here, use .scripts/engine-run: \(result)")
    }
}

/// Somebody who has nothing to do with slow names.
private struct Bystander: Sendable {
    let session: URLSession
    let port: Int
    let report: Report

    /// The longest time of so many calls by address, and as many by `localhost`.
    func slowest(of count: Int) async -> Duration {
        let clock = ContinuousClock()
        var longest = Duration.zero
        for number in 0..<2 * count {
            let host = number.isMultiple(of: 2) ? "127.0.0.1" : "localhost"
            guard let place = URL(string: "http://\(host):\(port)") else { continue }
            let start = clock.now
            let text = await session.text("bystander", at: place, timeout: .seconds(20))
            longest = max(longest, clock.now - start)
            report.expect(text == "well", "the call to \(host) came to \(text)")
        }
        report.expect(longest < .seconds(1), "a call that needs no lookup took \(longest.inSeconds)")
        return longest
    }
}
