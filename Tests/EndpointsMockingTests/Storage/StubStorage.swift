import Endpoints

/// A store in memory that keeps every rule, until one of its parts is replaced.
struct StubStorage: TokenStorage {
    /// What is wrong with its lock.
    enum LockFault: Sendable {
        case noLock, lockPerOwner
        case leaksAfterError, leaksAfterCancellation, freesOnCancellation
        case wrapsErrors, wrapsCancellations, repeatsBody, repeatsFailedBody
        case cannotBeCancelled, runsCancelledBody, forgetsCancelledWaiters
    }

    struct Wrapped: Error {}

    /// Whether the task runs a body of an exclusive access.
    @TaskLocal static var isInsideBody = false

    let place: StoragePlace
    let ownLock = StorageLock()
    var onLoad: @Sendable (StoragePlace) async throws -> TokenPair? = { try $0.load() }
    var onSave: @Sendable (StoragePlace, TokenPair) async throws -> Void = { $0.save($1) }
    var onClear: @Sendable (StoragePlace) async throws -> Void = { $0.save(nil) }
    var onPrepare: @Sendable (StoragePlace, RefreshNote) async throws -> RefreshNote? = {
        await $0.note.prepareRefresh($1)
    }
    var onFinish: @Sendable (StoragePlace, RefreshNote) async throws -> Void = {
        await $0.note.finishRefresh($1, .unknown)
    }
    var lockFault: LockFault?

    func load() async throws -> TokenPair? { try await onLoad(place) }
    func save(_ tokens: TokenPair) async throws { try await onSave(place, tokens) }
    func clear() async throws { try await onClear(place) }
    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? { try await onPrepare(place, note) }
    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws { try await onFinish(place, note) }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await Self.$isInsideBody.withValue(true) { try await locked(body) }
    }

    private func locked<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        if lockFault == .noLock { return try await body() }
        let lock = lockFault == .lockPerOwner ? ownLock : place.lock
        if lock.isLeaked { try await place.waitForEver() }
        do {
            try await acquire(lock)
        } catch  where lockFault == .runsCancelledBody {
            return try await body()
        }
        let isFreed = Locked(false)
        @Sendable func free() {
            let isFirst = isFreed.withLock { isFreed in
                defer { isFreed = true }
                return !isFreed
            }
            if isFirst { lock.release() }
        }
        let result: Result<Value, any Error>
        do {
            let value = try await withTaskCancellationHandler {
                if lockFault == .repeatsBody { _ = try await body() }
                if lockFault == .repeatsFailedBody { do { return try await body() } catch {} }
                return try await body()
            } onCancel: {
                if lockFault == .freesOnCancellation { free() }
            }
            result = .success(value)
        } catch {
            let isCancellation = error is CancellationError
            let isWrapped = lockFault == .wrapsErrors || lockFault == .wrapsCancellations && isCancellation
            result = .failure(isWrapped ? Wrapped() : error)
            if lockFault == .leaksAfterError || lockFault == .leaksAfterCancellation && isCancellation {
                lock.leak()
                return try result.get()
            }
        }
        free()
        return try result.get()
    }

    private func acquire(_ lock: StorageLock) async throws {
        guard lockFault == .cannotBeCancelled else {
            return try await lock.acquire(forgetsWaiters: lockFault == .forgetsCancelledWaiters)
        }
        try await withTaskCancellationHandler {
            try await Task { try await lock.acquire() }.value
        } onCancel: {
            place.hang.settle(.success(()))
        }
    }
}
