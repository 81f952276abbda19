/// The error of a body.
struct BodyError: Error {
    let number: Int
}

/// Counts who is inside a body.
final class Occupancy: Sendable {
    private struct Count: Sendable {
        var now = 0
        var most = 0
        var visits = 0
    }

    private let count = Locked(Count())

    /// How many contenders came in.
    var visits: Int { count.withLock { $0.visits } }

    func enter() {
        count.withLock { count in
            count.now += 1
            count.most = max(count.most, count.now)
        }
    }

    func leave() { count.withLock { $0.now -= 1 } }

    /// Comes in and leaves.
    func visit() {
        enter()
        count.withLock { $0.visits += 1 }
        leave()
    }

    func expectOne(_ found: String) throws {
        if count.withLock({ $0.most > 1 }) { throw ConformanceViolation(.exclusion, found: found) }
    }
}

/// A task that wants the lock while another one has it.
struct Contender: Sendable {
    /// Ends with what `withExclusiveAccess` threw.
    let task: Task<(any Error)?, Never>
    /// Settled right before it asks for the lock.
    let asks = SharedResult<Void>()

    init(of storage: some TokenStorage, isCancelled: Bool = false, _ body: @escaping @Sendable () -> Void) {
        task = Task { [asks] in
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            asks.settle(.success(()))
            return await storage.failure { body() }
        }
    }
}

extension TokenStorage {
    /// What an exclusive access throws.
    func failure(_ body: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
        do {
            try await withExclusiveAccess(body)
            return nil
        } catch {
            return error
        }
    }

    /// Uses the store for as long as another task needs to begin waiting for the lock, or to get it in spite of it all.
    func linger(unless contender: Contender) async throws {
        try await contender.asks.value()
        for _ in 0..<64 {
            _ = try await load()
            await Task.yield()
        }
    }
}

extension TokenStorageChecks {
    /// Runs `body` while a task holds the lock that doesn't notice when it is cancelled.
    func whileHolding<Value>(
        _ storage: Storage,
        _ occupancy: Occupancy,
        _ body: (Task<(any Error)?, Never>) async throws -> Value
    ) async throws -> Value {
        let entered = SharedResult<Void>()
        let gate = SharedResult<Void>()
        let holder = Task {
            let error = await storage.failure {
                occupancy.enter()
                entered.settle(.success(()))
                // A task of its own, because this one may be cancelled.
                await Task { try? await gate.value() }.value
                occupancy.leave()
            }
            entered.settle(.failure(error ?? CancellationError()))
            return error
        }
        defer { gate.settle(.success(())) }
        try await step(.lockRelease, "withExclusiveAccess(_:) when nobody has the lock") { try await entered.value() }
        let value = try await body(holder)
        gate.settle(.success(()))
        _ = try await step(.lockRelease, "the end of a body") { await holder.value }
        return value
    }
}
