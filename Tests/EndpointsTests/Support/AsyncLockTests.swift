import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct AsyncLockTests {
    /// Counts those who are in at the same time.
    private final class Room: Sendable {
        private let state = Locked((present: 0, visits: 0, most: 0))
        var visits: Int { state.withLock(\.visits) }
        var most: Int { state.withLock(\.most) }

        func visit() async {
            state.withLock { state in
                state.present += 1
                state.visits += 1
                state.most = max(state.most, state.present)
            }
            await Task.yield()
            state.withLock { $0.present -= 1 }
        }
    }

    private func waiters(_ count: Int, of lock: AsyncLock) async {
        while lock.waiterCount != count { await Task.yield() }
    }

    /// Somebody who holds the lock until told to leave.
    private func holder(of lock: AsyncLock, until leave: Signal) async -> Task<Void, any Error> {
        let entered = Signal()
        let task = Task {
            try await lock.withLock {
                entered.send()
                await leave.wait()
            }
        }
        await entered.wait()
        return task
    }

    @Test("R-18 a thousand contenders come in one at a time, and all of them")
    func contenders() async throws {
        let lock = AsyncLock()
        let room = Room()
        try await withThrowingTaskGroup { group in
            for _ in 0..<1000 { group.addTask { try await lock.withLock { await room.visit() } } }
            try await group.waitForAll()
        }
        #expect(room.visits == 1000 && room.most == 1)
        #expect(lock.waiterCount == 0)
    }

    @Test("those who wait come in their order, also when others between them have left")
    func order() async throws {
        let lock = AsyncLock()
        let leave = Signal()
        let entered = Locked<[Int]>([])
        let first = await holder(of: lock, until: leave)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<100 {
            tasks.append(Task { try await lock.withLock { entered.withLock { $0.append(number) } } })
            await waiters(number + 1, of: lock)
        }
        let leaving = Set((0..<100).filter { $0 % 3 != 0 })
        for number in leaving { tasks[number].cancel() }
        await waiters(34, of: lock)
        leave.send()
        try await first.value
        for number in 0..<100 {
            if leaving.contains(number) {
                await #expect(throws: CancellationError.self) { try await tasks[number].value }
            } else {
                try await tasks[number].value
            }
        }
        #expect(entered.withLock { $0 } == (0..<100).filter { $0 % 3 == 0 })
    }

    @Test("a task that is cancelled before it asks is not let in, be the lock free or not", arguments: [true, false])
    func cancelledBefore(isFree: Bool) async throws {
        let lock = AsyncLock()
        let leave = Signal()
        let first = isFree ? nil : await holder(of: lock, until: leave)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await lock.withLock { recordRun() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        leave.send()
        try await first?.value
        #expect(try await lock.withLock { 7 } == 7)
    }

    @Test("what is thrown inside frees the lock")
    func throwing() async throws {
        let lock = AsyncLock()
        await #expect(throws: Refusal.self) { try await lock.withLock { throw Refusal() } }
        #expect(try await lock.withLock { 7 } == 7)
    }

    @Test("a storm of cancellations ends every wait once, and leaves the lock free", arguments: 0..<5)
    func storm(round: Int) async throws {
        let lock = AsyncLock()
        let room = Room()
        let leave = Signal()
        let first = await holder(of: lock, until: leave)
        let tasks = (0..<1000).map { _ in Task { try await lock.withLock { await room.visit() } } }
        // Some are cancelled before they wait, some while they wait, and some while the lock is handed to them.
        for (index, task) in tasks.enumerated() where index % 2 == 0 {
            if index == 400 { leave.send() }
            task.cancel()
            if index % 50 == round { await Task.yield() }
        }
        try await first.value
        var entered = 0
        for (index, task) in tasks.enumerated() {
            switch await task.result {
            case .success: entered += 1
            case .failure(let error): #expect(error is CancellationError && index % 2 == 0)
            }
        }
        #expect(entered >= 500 && room.visits == entered && room.most == 1)
        #expect(lock.waiterCount == 0)
        #expect(try await lock.withLock { 7 } == 7)
    }
}

private struct Refusal: Error {}
