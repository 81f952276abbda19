import Endpoints
import LoopbackServer

/// Rounds over real sockets with real concurrency, several at a time at one server.
final class SocketForm: Form, Sendable {
    /// How long a round may take; more means that it hangs.
    private static let patience: Duration = .seconds(60)
    /// The ticks of the machine and those of the accounts, whose margins and pauses are seconds.
    private static let tick: Duration = .microseconds(100)
    private static let speed = 20
    private static let width = 6

    private struct Running: Sendable {
        let seed: UInt64
        let since: ContinuousClock.Instant
        let trace: Trace
        let server: TokenServer
    }

    private struct State: Sendable {
        var next = 0
        var running: [Int: Running] = [:]
        var isOver = false

        /// The number of the next seed.
        mutating func take(below count: Int) -> Int? {
            guard !isOver, next < count else { return nil }
            next += 1
            return next - 1
        }
    }

    private let state = Locked(State())
    private let server: LoopbackServer
    private let session: URLSession

    init() throws {
        let state = state
        server = try LoopbackServer.immediate(recording: false) { request in
            let path = request.path.split(separator: "/").map(String.init)
            guard let round = path.first.flatMap(Int.init), let running = state.withLock({ $0.running[round] })
            else { return .empty(410) }
            return Self.reply(to: request, path: path, by: running.server)
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        session = .forEndpoints(configuration: configuration)
    }

    private static func reply(to request: Request, path: [String], by server: TokenServer) -> Reply {
        let answer: TokenServer.Answer
        if path.last == "token" {
            answer = server.exchange(refresh: request.formItems.first?.value ?? "")
        } else {
            let access = request.header("Authorization").map { String($0.dropFirst("Bearer ".count)) }
            answer = server.answer(call: path.last.flatMap { Int($0) } ?? 0, access: access)
        }
        // The head comes, so that the transport doesn't take the request for one that can be sent again unseen.
        let reply = answer.isLost ? .truncated : Reply(status: answer.status, body: answer.body)
        return answer.delay == 0 ? reply : Reply(steps: [.pause(tick * answer.delay)] + reply.steps)
    }

    func run(_ seeds: [UInt64], _ body: @escaping @Sendable (Report) -> Bool) {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.width { group.addTask { await self.work(through: seeds, body) } }
            }
            end.signal()
        }
        // The main thread has nothing else to do than to see to it that nothing hangs.
        while end.wait(timeout: .now() + 1) == .timedOut {
            guard let hanging = hanging() else { continue }
            let events = hanging.trace.events
            _ = body(Report(seed: hanging.seed, events: events, violations: ["hangs for \(Self.patience)"]))
            return
        }
    }

    private func hanging() -> Running? {
        let now = ContinuousClock.now
        return state.withLock { $0.running.values.first { $0.since.duration(to: now) > Self.patience } }
    }

    /// Runs one round after the other, until there is no more seed.
    private func work(through seeds: [UInt64], _ body: @Sendable (Report) -> Bool) async {
        while let number = state.withLock({ $0.take(below: seeds.count) }) {
            let report = await round(number, seed: seeds[number])
            let goesOn = state.withLock { state -> Bool in
                state.running[number] = nil
                if !state.isOver { state.isOver = !body(report) }
                return !state.isOver
            }
            guard goesOn else { return }
        }
    }

    private func round(_ number: Int, seed: UInt64) async -> Report {
        // A refresh that runs into its limit takes real time, so few rounds have one.
        let mayBeSilent = seed % 4 == 0
        let limit = mayBeSilent ? 2_500 : 20_000
        let pace = Pace(
            clock: QuickClock(speed: Self.speed), tick: Self.tick * Self.speed, limit: limit, patience: limit / 4)
        let plan = Plan(seed: seed, mayBeSilent: mayBeSilent)
        let trace = Trace()
        let model = TokenServer(plan: plan, trace: trace, pace: pace)
        state.withLock {
            $0.running[number] = Running(seed: seed, since: .now, trace: trace, server: model)
        }
        let url = server.url.appendingPathComponent("\(number)")
        await Round(
            plan: plan,
            world: World(session: session, url: url, pace: pace, server: model, trace: trace)
        ).run()
        return Report(
            seed: seed, events: trace.events,
            violations: Checker(trace.events, plan: plan, pace: pace, isExact: false).violations)
    }
}
