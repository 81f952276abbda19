extension OAuthClient {
    /// What kind of token a server is told to look for (RFC 7009 §2.1).
    public enum TokenKind: String, Sendable {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }

    /// Gives a token up (RFC 7009): it is good for nothing any more, and with a refresh token usually all that came of it.
    ///
    /// - Parameters:
    ///   - token: one that the server doesn't know counts as given up.
    ///   - kind: a hint for the server.
    /// - Throws: ``OAuthError``; ``OAuthError/invalidConfiguration(_:)`` without a revocation endpoint.
    public func revoke(_ token: String, kind: TokenKind? = nil) async throws(OAuthError) {
        guard let endpoint = configuration.revocationEndpoint else {
            throw .invalidConfiguration("it has no revocation endpoint")
        }
        let reply = try await reply(of: endpoint, to: [("token", token)] + hint(kind))
        try reply.requireSuccess()
    }

    /// Signs an account out, and gives its tokens up at the server.
    ///
    /// The sign-out comes first and holds whatever the server says.
    ///
    /// - Throws: what `logout()` throws, or ``OAuthError`` when the tokens could not be given up.
    public func signOut(of account: JWTAuth) async throws {
        let tokens = try await account.tokens
        try await account.logout()
        if let token = tokens?.refreshToken, !token.isEmpty {
            try await revoke(token, kind: .refreshToken)
        } else if let token = tokens?.accessToken, !token.isEmpty {
            try await revoke(token, kind: .accessToken)
        }
    }

    /// Asks what a token is good for (RFC 7662).
    ///
    /// - Throws: ``OAuthError``; ``OAuthError/invalidConfiguration(_:)`` without an introspection endpoint.
    public func introspect(
        _ token: String, kind: TokenKind? = nil
    ) async throws(OAuthError) -> TokenIntrospection {
        guard let endpoint = configuration.introspectionEndpoint else {
            throw .invalidConfiguration("it has no introspection endpoint")
        }
        let reply = try await reply(of: endpoint, to: [("token", token)] + hint(kind))
        try reply.requireSuccess()
        return try TokenIntrospection(reply)
    }

    private func hint(_ kind: TokenKind?) -> [(name: String, value: String)] {
        kind.map { [("token_type_hint", $0.rawValue)] } ?? []
    }
}
