import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct SharedResultTests {
    @Test("every waiter gets the result, also one that comes late")
    func everyWaiter() async throws {
        let result = SharedResult<Int>()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await result.value() } }
            group.addTask {
                result.settle(.success(7))
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 700)
        #expect(try await result.value() == 7)
    }

    @Test("only the first settlement counts")
    func firstCounts() async throws {
        let result = SharedResult<Int>()
        result.settle(.success(1))
        result.settle(.success(2))
        #expect(try await result.value() == 1)
    }

    @Test("G9 a cancelled waiter leaves at once and the others stay")
    func cancelledWaiter() async throws {
        let result = SharedResult<Int>()
        let stays = Task { try await result.value() }
        let leaves = Task { try await result.value() }
        leaves.cancel()
        await #expect(throws: CancellationError.self) { try await leaves.value }
        result.settle(.success(3))
        #expect(try await stays.value == 3)
        #expect(result.waiterCount == 0)
    }

    @Test("a task that is cancelled before it waits doesn't wait")
    func cancelledBefore() async {
        let result = SharedResult<Int>()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await result.value()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
