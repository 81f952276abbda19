import TestSupport
import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct ClockPollingTests {
    /// A clock that jumps to the end of every pause.
    private final class JumpingClock: Clock {
        private let state = Locked((now: ManualClock.Instant(offset: .zero), pauses: [Duration]()))
        var pauses: [Duration] { state.withLock(\.pauses) }
        var now: ManualClock.Instant { state.withLock(\.now) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) {
            state.withLock { state in
                state.pauses.append(state.now.duration(to: deadline))
                state.now = deadline
            }
        }
    }

    @Test("the pauses grow from 5 to 100 milliseconds, and the last attempt is made when the limit is over")
    func pauses() async throws {
        let clock = JumpingClock()
        let attempts = Locked(0)
        let value = try await clock.polling(for: .milliseconds(300)) { () -> Int? in
            attempts.withLock { $0 += 1 }
            return nil
        }
        #expect(value == nil)
        #expect(clock.pauses == [5, 10, 20, 40, 80, 100, 45].map { .milliseconds($0) })
        #expect(attempts.withLock { $0 } == 8 && clock.now.offset == .milliseconds(300))
    }

    @Test(
        "the first value ends it, and a limit of nothing leaves one attempt", arguments: [Duration.zero, .seconds(9)])
    func value(limit: Duration) async throws {
        #expect(try await ManualClock().polling(for: limit) { 7 } == 7)
    }

    @Test("a cancelled task leaves while it pauses, and makes no first attempt")
    func cancelled() async throws {
        let clock = ManualClock()
        let pausing = Task { try await clock.polling(for: .seconds(1)) { () -> Int? in nil } }
        try await clock.sleepers(1)
        pausing.cancel()
        await #expect(throws: CancellationError.self) { try await pausing.value }
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await clock.polling(for: .seconds(1)) { () -> Int? in
                Issue.record("It was made.")
                return nil
            }
        }
        await #expect(throws: CancellationError.self) { try await before.value }
    }
}
