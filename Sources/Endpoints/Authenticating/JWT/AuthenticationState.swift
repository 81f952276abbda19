/// Where a ``JWTAuth`` stands, for what an app shows.
public enum AuthenticationState: Sendable, Hashable, CaseIterable {
    /// The store has not answered yet, so nobody knows whether somebody is signed in.
    case loading
    /// Nobody is signed in.
    case unauthenticated
    /// A sign-in is under way; requests wait for it.
    case authenticating
    /// Somebody is signed in, and the store has the tokens.
    case authenticated
    /// Somebody is signed in, and the tokens are being renewed; requests wait for it.
    case refreshing
    /// The store could not be read or written.
    ///
    /// Nothing was lost; the next request tries again.
    case storageFailed
}
