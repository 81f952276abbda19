/// Demands that every call says who it is, through its `auth:` argument.
///
/// Declare it as a server's `auth` when there is no account that could be the default.
public struct CallerAuth: AuthenticationMethod {
    /// Creates the demand.
    public init() {}

    /// Throws ``AuthenticationError/callerMustAuthenticate``: the call has no `auth:` argument.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        throw AuthenticationError.callerMustAuthenticate
    }
}
