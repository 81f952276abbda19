import Endpoints

/// Rounds over a fake transport and a virtual clock, with a scheduler whose order is the seed's.
struct VirtualForm: Form {
    /// How many ticks a refresh may take, and in every eighth round: many an answer comes late then.
    private static let limits = (usual: 20, short: 7)
    /// What is left behind is done by then: a note, and a pair that is to be saved again.
    private static let aftermath: Duration = .seconds(10)

    init() throws {
        guard SerialScheduler.install() else { throw Unavailable() }
    }

    func run(_ seeds: [UInt64], _ body: @escaping @Sendable (Report) -> Bool) {
        for seed in seeds {
            guard body(round(seed: seed)) else { return }
        }
    }

    private func round(seed: UInt64) -> Report {
        let clock = VirtualClock()
        let limit = seed % 8 == 0 ? Self.limits.short : Self.limits.usual
        let pace = Pace(clock: clock, tick: .milliseconds(1), limit: limit, patience: limit)
        let trace = Trace()
        let plan = Plan(seed: seed)
        let server = TokenServer(plan: plan, trace: trace, pace: pace)
        let transport = VirtualTransport(plan: plan, pace: pace, server: server)
        let isOver = Locked(false)
        CallInterception.$current.withValue(transport) {
            _ = Task {
                let url = Site.defaultEnvironment
                let world = World(session: .shared, url: url, pace: pace, server: server, trace: trace)
                await Round(plan: plan, world: world).run()
                isOver.withLock { $0 = true }
            }
        }
        SerialScheduler.run(seed: ~seed) {
            guard !isOver.withLock({ $0 }), clock.advance() else { return false }
            trace.note(.advanced(to: pace.elapsed))
            return true
        }
        // What sleeps after that belongs to nobody, and is looked at below.
        let end = pace.elapsed + Self.aftermath
        SerialScheduler.run(seed: seed) { pace.elapsed < end && clock.advance() }
        var violations = Checker(trace.events, plan: plan, pace: pace, isExact: true).violations
        if !isOver.withLock({ $0 }) {
            violations.append("hangs: nothing can run, nothing sleeps, and not all are through")
        }
        if clock.sleeperCount > 0 { violations.append("\(clock.sleeperCount) timers are left") }
        if SerialScheduler.strangers > 0 { violations.append("a job came from another thread") }
        return Report(seed: seed, events: trace.events, violations: violations)
    }

    /// There is no hook to take the place of the global executor.
    struct Unavailable: Error {}
}
