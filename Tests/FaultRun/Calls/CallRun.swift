import Endpoints
import LoopbackServer
import TestSupport

/// A run of many calls at once against a server that does everything wrong.
struct CallRun: Sendable {
    /// A call that has ended.
    struct Record: Sendable {
        let call: Call
        let outcome: Outcome
        let story: Watch.Story
    }

    /// The sessions that the calls go through.
    private struct Sessions: Sendable {
        let wide = session(connections: 32)
        let narrow = session(connections: 6)

        static func session(connections: Int) -> URLSession {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = connections
            return .forEndpoints(configuration: configuration)
        }

        func invalidate() {
            wide.finishTasksAndInvalidate()
            narrow.finishTasksAndInvalidate()
        }
    }

    let seed: UInt64
    let count: Int
    let parallel: Int
    let report: Report

    /// Makes the calls, looks at all that came of them, and prints a summary.
    func run() async throws {
        let port = try ClosedPort()
        let sightings = Sightings(closedPort: port)
        let server = try LoopbackServer.immediate(recording: false) { sightings.answer($0) }
        defer { withExtendedLifetime((server, port)) {} }
        let inFlight = Locked(0)
        _ = await carry(Call.plan(seed: seed, count: 100, firstID: 1_000_000), server, port, inFlight)
        await expectEnd(server, inFlight)
        let before = await ProcessState.settledDescriptors()

        let clock = ContinuousClock()
        let start = clock.now
        let records = await carry(Call.plan(seed: seed, count: count), server, port, inFlight)
        let time = clock.now - start
        await expectEnd(server, inFlight)
        _ = await ProcessState.reaches(within: .seconds(10)) { OpenDescriptors.count <= before }
        let after = await ProcessState.settledDescriptors()
        report.expect(after == before, "\(before) descriptors became \(after)")

        let checker = CallChecker(records: records, sightings: sightings, count: count, report: report)
        checker.check()
        report.line(
            "\(count) calls, seed \(seed), \(parallel) at once, \(time.seconds) s, \(checker.summary), "
                + "\(server.requestCount) requests over \(server.connectionCount) connections, descriptors \(before) -> \(after), \(report.violationCount) violations"
        )
    }

    /// Carries the calls through sessions of their own, which are over afterwards.
    private func carry(
        _ calls: [Call], _ server: LoopbackServer, _ port: ClosedPort, _ inFlight: Locked<Int>
    ) async -> [Record] {
        let sessions = Sessions()
        defer { sessions.invalidate() }
        return await withTaskGroup(of: Record.self) { group in
            var rest = calls[...]
            var records: [Record] = []
            func addNext() {
                guard let call = rest.popFirst() else { return }
                let session = call.isNarrow ? sessions.narrow : sessions.wide
                let environment = call.fault == .refused && !call.shape.recovers ? port.url : server.url
                group.addTask {
                    inFlight.withLock { $0 += 1 }
                    defer { inFlight.withLock { $0 -= 1 } }
                    return await Self.record(call, session, environment)
                }
            }
            for _ in 0..<parallel { addNext() }
            while let record = await group.next() {
                records.append(record)
                addNext()
            }
            return records
        }
    }

    private static func record(_ call: Call, _ session: URLSession, _ environment: URL) async -> Record {
        let watch = Watch()
        let options = call.options(observer: watch)
        let outcome =
            switch call.shape {
            case .get, .getOnce: await session.outcome(of: Ask<Getting>(call), call, environment, options)
            case .postBare: await session.outcome(of: Ask<Posting>(call), call, environment, options)
            case .post, .postKeyed: await session.outcome(of: Deliver<Posting>(call), call, environment, options)
            case .put: await session.outcome(of: Deliver<Putting>(call), call, environment, options)
            case .delete: await session.outcome(of: Ask<Deleting>(call), call, environment, options)
            }
        return Record(call: call, outcome: outcome, story: watch.story)
    }

    private func expectEnd(_ server: LoopbackServer, _ inFlight: Locked<Int>) async {
        let running = inFlight.withLock { $0 }
        report.expect(running == 0, "\(running) calls are under way after the end")
        let closed = await ProcessState.reaches(within: .seconds(10)) { server.openConnections == 0 }
        report.expect(closed, "\(server.openConnections) connections are open after the end of their sessions")
    }
}

extension URLSession {
    /// What a call comes to.
    fileprivate func outcome<T: Endpoint>(
        of endpoint: T, _ call: Call, _ environment: URL, _ options: RequestOptions
    ) async -> Outcome where T.Server == Site, T.Response == String, T.ErrorResponse == EmptyResponse {
        Outcome(await result(with: endpoint, environment: environment, options: options), of: call)
    }
}

extension Duration {
    /// Seconds with one decimal.
    var seconds: String { String(format: "%.1f", self / .seconds(1)) }
}
