/// Sends a bearer token that somebody else keeps: it is asked for before every attempt (RFC 6750 §2.1).
public struct BearerAuth: AuthenticationMethod {
    private let token: @Sendable () async throws -> String

    /// Creates the method with a source of tokens.
    ///
    /// What it throws arrives as ``AuthenticationError/custom(underlying:)``, an ``AuthenticationError`` as it is.
    public init(token: @escaping @Sendable () async throws -> String) {
        self.token = token
    }

    /// Returns the request with the token in its `Authorization` field.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        try HeaderKeyAuth.authenticate(request, key: try await token(), header: .authorization, prefix: "Bearer")
    }
}
