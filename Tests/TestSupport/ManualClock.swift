import Endpoints

/// A clock that moves only when a test moves it.
package final class ManualClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package init(offset: Duration) { self.offset = offset }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper: Sendable {
        let deadline: Instant
        let wake: SharedResult<Void>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, signal: SharedResult<Void>)] = []
    }

    private let state = Locked(State())

    package init() {}

    package var now: Instant { state.withLock(\.now) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let wake = SharedResult<Void>()
        let watchers = state.withLock { state -> [SharedResult<Void>] in
            guard deadline > state.now else {
                wake.settle(.success(()))
                return []
            }
            state.sleepers.append(Sleeper(deadline: deadline, wake: wake))
            return state.watchers.filter { $0.count <= state.sleepers.count }.map(\.signal)
        }
        for watcher in watchers { watcher.settle(.success(())) }
        try await wake.value()
    }

    /// How many sleep now, without those that were cancelled.
    package var sleeperCount: Int { state.withLock(\.sleepers).count { $0.wake.waiterCount > 0 } }

    /// Moves the clock and wakes whoever's time has come.
    package func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.wake.settle(.success(())) }
    }

    /// Waits until so many sleeps have begun and not ended by time.
    package func sleepers(_ count: Int) async throws {
        let signal = SharedResult<Void>()
        let isReached = state.withLock { state -> Bool in
            if state.sleepers.count >= count { return true }
            state.watchers.append((count: count, signal: signal))
            return false
        }
        if !isReached { try await signal.value() }
    }
}
