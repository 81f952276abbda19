import Endpoints

/// What the owners of a test's store share.
final class StoragePlace: Sendable {
    struct Broken: Error {}

    let pair = Locked<TokenPair?>(nil)
    let note = InMemoryTokenStorage()
    let isBroken = Locked(false)
    let lock = StorageLock()
    /// Settled by a store that is about to wait for ever; it takes the place of the time limit.
    let hang = SharedResult<Void>()

    func load() throws -> TokenPair? {
        if isBroken.withLock({ $0 }) { throw Broken() }
        return pair.withLock { $0 }
    }

    func save(_ tokens: TokenPair?) {
        pair.withLock { $0 = tokens }
    }

    /// Waits until the task is cancelled, and lets the watchdog bark.
    func waitForEver() async throws {
        hang.settle(.success(()))
        try await SharedResult<Void>().value()
    }
}

/// A fair lock whose waiters can be cancelled.
final class StorageLock: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var waiters: [SharedResult<Void>] = []
        /// Waiters that have left without taking themselves out of the queue.
        var gone: Set<ObjectIdentifier> = []
        /// Whether the lock will never be free again.
        var isLeaked = false
    }

    private let state = Locked(State())

    var isLeaked: Bool { state.withLock { $0.isLeaked } }

    /// Notes that somebody keeps the lock for ever.
    func leak() { state.withLock { $0.isLeaked = true } }

    func acquire(forgetsWaiters: Bool = false) async throws {
        let ticket = SharedResult<Void>()
        let isFree = state.withLock { state in
            if state.isHeld { state.waiters.append(ticket) }
            defer { state.isHeld = true }
            return !state.isHeld
        }
        guard !isFree else { return }
        do {
            try await ticket.value()
        } catch {
            let wasGranted = state.withLock { state in
                guard let index = state.waiters.firstIndex(where: { $0 === ticket }) else { return true }
                if forgetsWaiters {
                    state.gone.insert(ObjectIdentifier(ticket))
                } else {
                    state.waiters.remove(at: index)
                }
                return false
            }
            if wasGranted { release() }
            throw error
        }
    }

    func release() {
        let next = state.withLock { state -> SharedResult<Void>? in
            guard !state.waiters.isEmpty else {
                state.isHeld = false
                return nil
            }
            let next = state.waiters.removeFirst()
            if state.gone.contains(ObjectIdentifier(next)) { state.isLeaked = true }
            return next
        }
        next?.settle(.success(()))
    }
}
