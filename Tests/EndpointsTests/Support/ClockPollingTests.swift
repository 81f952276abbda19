import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(1)))
struct ClockPollingTests {
    @Test("the pauses grow from 5 to 100 milliseconds, and the last attempt is made when the limit is over")
    func pauses() async throws {
        let clock = ManualClock()
        let attempts = Locked<[Duration]>([])
        let polling = Task {
            try await clock.polling(for: .milliseconds(300)) { () -> Int? in
                attempts.withLock { $0.append(clock.now.offset) }
                return nil
            }
        }
        for milliseconds in [5, 10, 20, 40, 80, 100, 45] {
            try await clock.sleepers(1)
            clock.advance(by: .milliseconds(milliseconds - 1))
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await polling.value == nil)
        let expected: [Duration] = [0, 5, 15, 35, 75, 155, 255, 300].map { .milliseconds($0) }
        #expect(attempts.withLock { $0 } == expected)
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
