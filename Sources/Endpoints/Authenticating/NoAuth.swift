/// No authentication.
///
/// An endpoint that declares it on a server that has another method is never authenticated, whatever a call's `auth:`
/// says, so that a wrapper may pass its account to every call.
public struct NoAuth: AuthenticationMethod {
    /// Creates the absence of authentication.
    public init() {}

    /// Returns the request as it is.
    public func authenticate(request: URLRequest) async throws -> URLRequest { request }
}
