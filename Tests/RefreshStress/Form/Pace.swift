import Endpoints

/// The time of a form: its clock, counted in ticks.
struct Pace: Sendable {
    let clock: any Clock<Duration>
    /// How long a tick is.
    let tick: Duration
    /// How many ticks a refresh may take.
    let limit: Int
    /// The time after which a refresh may rightly be given up; on a busy machine the limit is over sooner than it seems.
    let patience: Duration
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let now: @Sendable () -> Duration

    init<C: Clock>(clock: C, tick: Duration, limit: Int, patience: Int) where C.Duration == Duration {
        self.clock = clock
        self.tick = tick
        self.limit = limit
        self.patience = tick * patience
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
    }

    /// The time since the form began.
    var elapsed: Duration { now() }

    /// The date that the accounts are told.
    var date: Date { start.addingTimeInterval(now() / .seconds(1)) }

    /// Lets ticks pass, whatever happens to the task; none still lets others run.
    func pass(_ ticks: Int) async {
        let clock = clock
        let time = tick * ticks
        await Task { try? await clock.sleep(for: time) }.value
    }

    /// Lets ticks pass; throws as soon as the task is cancelled.
    func wait(_ ticks: Int) async throws {
        try await clock.sleep(for: tick * ticks)
    }
}
