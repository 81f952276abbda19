import Endpoints
import TestSupport

/// A clock that moves when nothing else can: to the next one who sleeps.
final class VirtualClock: Clock {
    typealias Instant = ManualClock.Instant

    private struct Sleeper: Sendable {
        let deadline: Instant
        let wake: SharedResult<Void>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
    }

    private let state = Locked(State())

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var sleeperCount: Int { state.withLock(\.sleepers.count) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        guard deadline > now else {
            try Task.checkCancellation()
            return await SerialScheduler.yield()
        }
        let wake = SharedResult<Void>()
        state.withLock { $0.sleepers.append(Sleeper(deadline: deadline, wake: wake)) }
        defer { state.withLock { $0.sleepers.removeAll { $0.wake === wake } } }
        try await wake.value()
    }

    /// Goes to the next deadline and wakes whoever waits for it; false when nobody sleeps.
    func advance() -> Bool {
        let due = state.withLock { state -> [Sleeper] in
            guard let next = state.sleepers.map(\.deadline).min() else { return [] }
            state.now = max(state.now, next)
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.wake.settle(.success(())) }
        return !due.isEmpty
    }
}
