/// Authenticates a service by the client credentials grant (RFC 6749 §4.4): a token is asked for when it is needed, kept
/// until it ends or is refused, and asked for once however many requests need it.
///
/// ```swift
/// struct API: ServerDefinition {
///     static let auth = ClientCredentialsAuth(configuration)
/// }
/// ```
///
/// Hold one instance for as long as the service runs. An answer that is no token arrives as
/// `AuthenticationError.refreshFailed`, with the ``OAuthError`` in it; the next request asks again.
public final class ClientCredentialsAuth: AuthenticationMethod {
    private let account: JWTAuth

    /// Creates the method.
    ///
    /// - Parameters:
    ///   - configuration: the server and the client, which needs a secret.
    ///   - parameters: more fields for the token endpoint, such as `audience`.
    ///   - session: carries the requests to the token endpoint.
    public init(
        _ configuration: OAuthConfiguration, parameters: KeyValuePairs<String, String> = [:],
        session: URLSession = .shared
    ) {
        let client = OAuthClient(configuration, session: session)
        // The credentials never end, and so doesn't what stands for them; the account does the rest.
        let start = TokenPair(accessToken: "", refreshToken: "client_credentials")
        account = JWTAuth(initialTokens: start) { _ in
            let response = try await client.clientCredentials(parameters: parameters)
            return TokenPair(accessToken: response.tokenPair.accessToken, expiresAt: response.tokenPair.expiresAt)
        }
    }

    /// Returns the request with a good access token.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        try await account.authenticate(request: request)
    }

    /// Whether the server refused the token.
    public func shouldReauthenticate(
        after response: HTTPURLResponse, body: Data, to request: URLRequest
    ) -> Bool {
        account.shouldReauthenticate(after: response, body: body, to: request)
    }

    /// Asks for a new token, unless there is one already.
    public func reauthenticate(after failedRequest: URLRequest) async throws {
        try await account.reauthenticate(after: failedRequest)
    }
}

extension ClientCredentialsAuth: CustomReflectable {
    /// Nothing: what it holds are secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthClient {
    /// Gets tokens for the client itself (RFC 6749 §4.4).
    ///
    /// ``ClientCredentialsAuth`` does so by itself, and keeps them.
    ///
    /// - Parameter parameters: more fields for the token endpoint, such as `audience`.
    /// - Returns: the tokens, usually without a refresh token.
    /// - Throws: ``OAuthError``.
    public func clientCredentials(
        parameters: KeyValuePairs<String, String> = [:]
    ) async throws(OAuthError) -> TokenResponse {
        var items = [(name: "grant_type", value: "client_credentials")]
        if let scope = configuration.scopeText { items.append(("scope", scope)) }
        return try await tokens(items + parameters.map { (name: $0.key, value: $0.value) })
    }
}
