import Endpoints

/// A clock that runs faster than the machine's, so that time limits of seconds take a part of one.
struct QuickClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// How many of its seconds pass in one.
    let speed: Int
    private let start = ContinuousClock.now

    init(speed: Int) { self.speed = speed }

    var now: Instant { Instant(offset: start.duration(to: .now) * speed) }
    var minimumResolution: Duration { .nanoseconds(speed) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(until: start.advanced(by: deadline.offset / speed), tolerance: nil, clock: .continuous)
    }
}
