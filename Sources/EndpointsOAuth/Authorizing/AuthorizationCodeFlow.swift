/// The authorization code grant with PKCE (RFC 6749 §4.1, RFC 7636): a user signs in in a browser, and the program gets a
/// code that it exchanges for tokens.
///
/// ```swift
/// let flow = AuthorizationCodeFlow(configuration)
/// let attempt = try flow.begin()
/// // Open attempt.url in a browser, and hand over what it is redirected to:
/// if case .code(let code) = attempt.handle(redirect: url) {
///     try await API.auth.login { try await flow.exchange(code: code, of: attempt).tokenPair }
/// }
/// ```
public struct AuthorizationCodeFlow: Sendable {
    /// What the flow knows of the server and the client.
    public let configuration: OAuthConfiguration
    let client: OAuthClient

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - configuration: the server and the client.
    ///   - session: carries the requests to the token endpoint.
    public init(_ configuration: OAuthConfiguration, session: URLSession = .shared) {
        self.configuration = configuration
        client = OAuthClient(configuration, session: session)
    }

    /// A random text of 256 bits that binds a redirect to the sign-in that asked for it (RFC 6749 §10.12).
    public static func makeState() -> String { Data.random(count: 32).base64URL }

    /// A random text of 256 bits that binds an ID token to a sign-in (OpenID Connect Core §15.5.2).
    public static func makeNonce() -> String { makeState() }

    /// Begins a sign-in: makes its state and its proof, and the URL to open.
    ///
    /// - Parameters:
    ///   - nonce: goes into the ID token; nil asks for none.
    ///   - parameters: more query items for the server, such as `prompt` or `login_hint`.
    /// - Throws: ``OAuthError/invalidConfiguration(_:)``.
    public func begin(
        nonce: String? = nil, parameters: KeyValuePairs<String, String> = [:]
    ) throws(OAuthError) -> AuthorizationAttempt {
        let (state, pkce) = (Self.makeState(), PKCE())
        let url = try authorizationURL(state: state, pkce: pkce, nonce: nonce, parameters: parameters)
        return AuthorizationAttempt(url: url, state: state, pkce: pkce, nonce: nonce, flow: self)
    }

    /// The URL at which the user signs in (RFC 6749 §4.1.1).
    ///
    /// - Parameters:
    ///   - state: from ``makeState()``; it has to be kept until the redirect.
    ///   - pkce: the proof; it has to be kept until the exchange.
    ///   - nonce: goes into the ID token; nil asks for none.
    ///   - parameters: more query items for the server; the flow's own can't be replaced.
    /// - Throws: ``OAuthError/invalidConfiguration(_:)`` without an authorization endpoint or a redirect URI, or with one
    ///   of the flow's own names among the parameters.
    public func authorizationURL(
        state: String, pkce: PKCE, nonce: String? = nil, parameters: KeyValuePairs<String, String> = [:]
    ) throws(OAuthError) -> URL {
        guard let endpoint = configuration.authorizationEndpoint else {
            throw .invalidConfiguration("it has no authorization endpoint")
        }
        guard RedirectURI(configuration.redirectURI) != nil else {
            throw .invalidConfiguration("its redirect URI is not a URI")
        }
        var items = [
            ("response_type", "code"), ("client_id", configuration.clientID),
            ("redirect_uri", configuration.redirectURI), ("state", state), ("code_challenge", pkce.challenge),
            ("code_challenge_method", PKCE.method),
        ]
        if let scope = configuration.scopeText { items.append(("scope", scope)) }
        if let nonce { items.append(("nonce", nonce)) }
        for (name, value) in parameters {
            guard !items.contains(where: { $0.0 == name }) else {
                throw .invalidConfiguration("the parameter “\(name)” is the flow's own")
            }
            items.append((name, value))
        }
        let query = items.map { "\(QueryText.encoded($0.0))=\(QueryText.encoded($0.1))" }.joined(separator: "&")
        guard let url = URL(string: endpoint.absoluteString.appending(queryItems: query)) else {
            throw .invalidConfiguration("its authorization endpoint is not a URL")
        }
        return url
    }

    /// The code in a redirect, after its state was compared (RFC 6749 §4.1.2).
    ///
    /// - Throws: ``OAuthError/stateMismatch`` before everything else, also when there is no state;
    ///   ``OAuthError/server(_:)``, ``OAuthError/issuerMismatch`` or ``OAuthError/missingCode``. No request is made.
    public func authorizationCode(
        fromRedirect url: URL, expectedState: String
    ) throws(OAuthError) -> String {
        let parameters = FormParameters(redirect: url)
        guard let state = parameters["state"], !expectedState.isEmpty, ConstantTime.isEqual(state, expectedState) else {
            throw .stateMismatch
        }
        if let issuer = configuration.issuer {
            let named = parameters["iss"]
            // Some servers name themselves with a code only; an error brings nothing that could be taken elsewhere.
            let mayBeMissing = !configuration.requiresIssuer || parameters["error"] != nil
            guard named == issuer || named == nil && mayBeMissing else { throw .issuerMismatch }
        }
        if let code = parameters["error"] {
            throw .server(
                OAuthServerError(
                    code: code, description: parameters["error_description"], uri: parameters["error_uri"],
                    statusCode: nil))
        }
        guard let code = parameters["code"], !code.isEmpty else { throw .missingCode }
        return code
    }

    /// What a URL means to a sign-in with the expected state; a URL that doesn't match the redirect URI is none of its.
    public func handle(redirect url: URL, expectedState: String) -> RedirectOutcome {
        guard RedirectURI(url.absoluteString) == RedirectURI(configuration.redirectURI) else {
            return .notMine("it is not the redirect URI")
        }
        do throws(OAuthError) {
            return .code(try authorizationCode(fromRedirect: url, expectedState: expectedState))
        } catch {
            return .failure(error)
        }
    }

    /// Exchanges a code for tokens (RFC 6749 §4.1.3).
    ///
    /// - Parameters:
    ///   - code: from the redirect.
    ///   - pkce: the proof whose challenge went with the authorization URL.
    ///   - nonce: what the ID token has to have, when one was asked for.
    /// - Throws: ``OAuthError``.
    public func exchange(code: String, pkce: PKCE, nonce: String? = nil) async throws(OAuthError) -> TokenResponse {
        let response = try await client.tokens([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", configuration.redirectURI),
            ("code_verifier", pkce.verifier),
        ])
        if let nonce { try response.checkNonce(nonce) }
        return response
    }

    /// Exchanges the code of an attempt, with its proof and its nonce.
    public func exchange(code: String, of attempt: AuthorizationAttempt) async throws(OAuthError) -> TokenResponse {
        try await exchange(code: code, pkce: attempt.pkce, nonce: attempt.nonce)
    }

    /// Gets new tokens for a refresh token (RFC 6749 §6).
    public func refresh(_ refreshToken: String) async throws(OAuthError) -> TokenResponse {
        try await client.refresh(refreshToken)
    }

    /// What a ``JWTAuth`` renews its tokens by: a refresh token that the server refuses for good ends the sign-in.
    public func refreshHandler() -> @Sendable (String) async throws -> TokenPair {
        client.refreshHandler()
    }
}
