/// Proves that a token store keeps the rules that ``JWTAuth`` relies on, in any test framework.
///
/// ```swift
/// let checks = TokenStorageChecks { try DatabaseTokenStorage(path: path) }
/// try await checks.all()
/// try await checks.failuresSurface { try Data("{".utf8).write(to: url) }
/// ```
///
/// Each check throws a ``ConformanceViolation`` for the first rule that is broken. Checks on the same store run one
/// after the other. Each empties the store at its start and leaves it empty when it passes, so don't give it one that
/// is in use.
public struct TokenStorageChecks<Storage: TokenStorage>: Sendable, ConformanceChecks {
    /// Opens the store.
    let makeStorage: @Sendable () async throws -> Storage
    let alarm: @Sendable () async throws -> Void
    /// What a store may have to wait for the lock.
    let longestHold: Duration

    /// Creates the checks of one store.
    ///
    /// - Parameters:
    ///   - timeLimit: how long a single step may take, 30 seconds unless told, a day at most; a store that waits for
    ///     itself becomes a violation after that. A store that blocks all threads of Swift's pool hangs the check.
    ///   - makeStorage: returns another owner of one and the same store each time, as a second process would open it.
    public init(
        timeLimit: Duration = .seconds(30),
        makeStorage: @escaping @Sendable () async throws -> Storage
    ) {
        let timeLimit = Self.limited(timeLimit)
        self.init(longestHold: timeLimit, alarm: { try await Task.sleep(for: timeLimit) }, makeStorage: makeStorage)
    }

    /// Creates the checks with an alarm of one's own in place of the time limit.
    package init(
        longestHold: Duration,
        alarm: @escaping @Sendable () async throws -> Void,
        makeStorage: @escaping @Sendable () async throws -> Storage
    ) {
        self.longestHold = longestHold
        self.alarm = alarm
        self.makeStorage = makeStorage
    }

    /// Runs every check except ``failuresSurface(mending:breaking:)``, which needs to know how to break the store.
    ///
    /// A store without a lock and notes, because it has only one owner, doesn't pass ``exclusiveAccess()`` and
    /// ``refreshNotes()``: call the others then.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled; what `makeStorage` throws.
    public func all() async throws {
        try await roundTrip()
        try await clearing()
        try await concurrentSaves()
        try await exclusiveAccess()
        try await refreshNotes()
    }
}

extension TokenStorageChecks {
    /// Two owners of the store.
    struct Owners: Sendable {
        let first: Storage
        let second: Storage
    }

    /// Opens the store twice and empties it.
    func openEmpty() async throws -> Owners {
        let owners = try await Owners(first: makeStorage(), second: makeStorage())
        // What can't be read was left by a check that broke the store; clearing has to cope with it.
        let isEmpty = (try? await step(.emptyLoad, "load()") { try await owners.first.load() == nil }) ?? false
        try await step(isEmpty ? .clearingEmpty : .clearing, "clear()") { try await owners.first.clear() }
        return owners
    }
}
