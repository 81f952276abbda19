import TestSupport
import Testing

@testable import Endpoints

@Suite("The clock of time limits", .timeLimit(.minutes(5)))
struct AlarmClockTests {
    private let clock = AlarmClock()

    @Test("a sleep ends when its time has come, not before, and leaves nobody behind")
    func ends() async throws {
        let start = clock.now
        try await clock.sleep(for: .milliseconds(20))
        #expect(start.duration(to: clock.now) >= .milliseconds(20))
        #expect(clock.sleeperCount == 0)
    }

    @Test("an earlier sleep doesn't wait for a later one, and the later one ends too")
    func earlier() async throws {
        let order = Locked<[Int]>([])
        let start = clock.now
        await withTaskGroup(of: Void.self) { group in
            for number in [3, 1, 2] {
                group.addTask { [clock] in
                    try? await clock.sleep(until: start + .milliseconds(50 * number), tolerance: nil)
                    #expect(clock.now >= start + .milliseconds(50 * number))
                    order.withLock { $0.append(number) }
                }
            }
        }
        #expect(order.withLock { $0.sorted() } == [1, 2, 3])
    }

    @Test("a cancelled sleep ends at once and leaves nobody behind, however many there are")
    func cancelled() async {
        let sleepers = (0..<1_000).map { _ in
            Task { [clock] in try await clock.sleep(for: .seconds(3600)) }
        }
        while clock.sleeperCount < 1_000, !Task.isCancelled { await Task.yield() }
        for sleeper in sleepers { sleeper.cancel() }
        for sleeper in sleepers {
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a task that is cancelled before it sleeps doesn't sleep", arguments: [Duration.seconds(3600), .zero])
    func cancelledBefore(duration: Duration) async {
        let sleeper = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: duration)
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a time that is over is not waited for", arguments: [Duration.zero, .seconds(-1)])
    func over(duration: Duration) async throws {
        try await clock.sleep(for: duration)
        #expect(clock.sleeperCount == 0)
    }
}
