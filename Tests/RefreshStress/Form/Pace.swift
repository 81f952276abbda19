import Endpoints

/// The time of a form: its clock, counted in ticks.
struct Pace: Sendable {
    let clock: any Clock<Duration>
    /// How long a tick is.
    let tick: Duration
    /// How many ticks a refresh may take.
    let limit: Int
    /// How many ticks of them it may rightly be given up after; on a busy machine the limit is over sooner than it seems.
    private let patience: Int
    /// How many ticks an answer is waited for after the limit where there is a store: a quarter, from 3 to 15 seconds.
    let margin: Int
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let now: @Sendable () -> Duration

    init<C: Clock>(clock: C, tick: Duration, limit: Int, patience: Int) where C.Duration == Duration {
        self.clock = clock
        self.tick = tick
        self.limit = limit
        self.patience = patience
        margin = Int(min(max(tick * limit / 4, .seconds(3)), .seconds(15)) / tick)
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
    }

    /// How long a refresh may take: half a tick longer, so that nothing else happens at that very moment.
    var refreshTimeout: Duration { tick * limit + tick / 2 }

    /// The time since the form began.
    var elapsed: Duration { now() }

    /// The date that the accounts are told.
    var date: Date { start.addingTimeInterval(now() / .seconds(1)) }

    /// How long what began at a time has run.
    func span(from begin: Duration) -> Event.Span {
        let time = elapsed - begin
        if time > tick * ((limit + margin) * patience / limit) { return .overdue }
        if patience == limit, time == refreshTimeout { return .onTime }
        return time > tick * patience ? .late : .inTime
    }

    /// The time of a date that an account was told.
    func time(of date: Date) -> Duration { .seconds(date.timeIntervalSince(start)) }

    /// Lets ticks pass, whatever happens to the task; none still lets others run.
    func pass(_ ticks: Int) async {
        let clock = clock
        let time = tick * ticks
        await Task { try? await clock.sleep(for: time) }.value
    }

    /// Lets a time pass that is a setting of the package, and no matter of ticks.
    func pass(_ time: Duration) async { await pass(Int(time / tick)) }

    /// Lets ticks pass; throws as soon as the task is cancelled.
    func wait(_ ticks: Int) async throws {
        try await clock.sleep(for: tick * ticks)
    }
}
