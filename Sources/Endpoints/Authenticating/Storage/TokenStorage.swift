/// A place where the tokens of one account outlive the process.
///
/// ``JWTAuth`` reads it before the first token is needed, before each refresh, and while nobody is signed in, since
/// another process may have written; and it writes before anybody gets a new token; a refreshed pair that
/// it doesn't take serves the process's own requests until it does. What a store throws arrives as
/// ``AuthenticationError/storageFailed(underlying:)``, and never counts as a sign-out, so `load` returns nil only when it
/// is sure that nothing is stored.
///
/// A store of one's own is proven with `TokenStorageChecks` of the module EndpointsMocking.
public protocol TokenStorage: Sendable {
    /// Returns the stored tokens; nil when there are none.
    ///
    /// A store that can't be read, or whose content can't be understood, throws.
    func load() async throws -> TokenPair?

    /// Stores the tokens in place of those before; when it throws, those before are still there.
    func save(_ tokens: TokenPair) async throws

    /// Removes the tokens; with none stored it does nothing.
    func clear() async throws

    /// Runs `body` while no other owner of the same store, in this process or another, runs one.
    ///
    /// `body` calls ``load()``, ``save(_:)`` and ``clear()``, so these take no lock of their own, and it may take as long
    /// as a refresh: wait longer for the lock than ``JWTAuth/Configuration/refreshTimeout``. A store that only one
    /// ``JWTAuth`` uses needs no lock; that is the default.
    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value

    /// Notes durably that a refresh token is going to be presented, before it is.
    ///
    /// With the note the store makes room for the pair that will come, so that ``save(_:)`` can't fail for want of space,
    /// and makes sure that it may write. It is called inside of ``withExclusiveAccess(_:)``, and outside of it to prolong
    /// a note of the same presentation.
    ///
    /// A store that has a note already asks ``RefreshNote/resolution(against:)`` what to do. Both steps are one: of two
    /// owners that come at once, one writes and the other one gets the note back.
    ///
    /// - Returns: nil when the note is written; the note of another presentation that is under way, or whose owner was
    ///   killed or cut off: the caller waits for its end and reads the store again.
    /// - Throws: what keeps the store from writing; the token is not presented then.
    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote?

    /// Takes in what became of a refresh token, and removes the note of that presentation if it is still there.
    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws

    /// Whether the tokens outlive the process; true by default.
    ///
    /// Inside of a scope of mocks a ``JWTAuth`` works on a copy of such a store, so that no test touches a real account.
    var isPersistent: Bool { get }
}

extension TokenStorage {
    /// Notes nothing: for stores with one owner.
    public func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? { nil }

    /// Does nothing.
    public func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {}

    /// True.
    public var isPersistent: Bool { true }

    /// Runs `body` without a lock: for stores with one owner.
    public func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await body()
    }
}
