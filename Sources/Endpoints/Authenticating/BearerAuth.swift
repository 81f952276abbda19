/// Sends a bearer token: a fixed one, or one that somebody else keeps and is asked for (RFC 6750 §2.1).
///
/// Tokens that expire are renewed by ``JWTAuth``.
public struct BearerAuth: AuthenticationMethod {
    private enum Source: Sendable {
        case fixed(Redacted<String>)
        case asked(@Sendable () async throws -> String)
    }

    private let source: Source

    /// Creates the method with a fixed token.
    ///
    /// - Parameter token: the token, which no description shows. One that is empty or holds a control character is
    ///   refused when a request is sent.
    public init(token: String) {
        source = .fixed(Redacted(token))
    }

    /// Creates the method with a source of tokens.
    ///
    /// - Parameter token: returns the token; it is asked before every attempt. What it throws arrives as
    ///   ``AuthenticationError/custom(underlying:)``, an ``AuthenticationError`` as it is.
    public init(token: @escaping @Sendable () async throws -> String) {
        source = .asked(token)
    }

    /// Returns the request with the token in its `Authorization` field.
    ///
    /// - Throws: ``EndpointError/invalidHeader(_:reason:)`` for a token that is empty or holds a control character; what
    ///   the source of tokens throws.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        let token =
            switch source {
            case .fixed(let token): token.value
            case .asked(let token): try await token()
            }
        return try HeaderKeyAuth.authenticate(request, key: token, header: .authorization, prefix: "Bearer")
    }
}

extension AuthenticationMethod where Self == BearerAuth {
    /// A fixed bearer token.
    public static func bearer(_ token: String) -> BearerAuth {
        BearerAuth(token: token)
    }
}
