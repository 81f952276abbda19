/// Measures time on any clock.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    /// Starts to measure.
    init(_ clock: any Clock<Duration>) {
        read = Self.reading(clock)
    }

    /// The time since the start.
    var elapsed: Duration { read() }

    private static func reading<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
