/// A place where the tokens of one account outlive the process.
///
/// ``JWTAuth`` reads it before the first token is needed, before each refresh, and while nobody is signed in, since
/// another process may have written; and it writes before anybody gets a new token. What a store throws arrives as
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
}

extension TokenStorage {
    /// Runs `body` without a lock: for stores with one owner.
    public func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await body()
    }
}
