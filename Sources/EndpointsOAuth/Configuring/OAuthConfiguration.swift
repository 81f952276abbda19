/// What a client knows of an authorization server, and of itself.
///
/// ```swift
/// let configuration = OAuthConfiguration(
///     authorizationEndpoint: URL(string: "https://auth.example.com/authorize"),
///     tokenEndpoint: tokenURL,
///     clientID: "my-app",
///     redirectURI: "com.example.app:/callback",
///     scopes: ["openid", "items:read"]
/// )
/// ```
///
/// ``OAuthMetadata`` makes one from what the server says of itself.
public struct OAuthConfiguration: Sendable {
    /// Where users sign in and consent (RFC 6749 §3.1); nil for grants without a user.
    public var authorizationEndpoint: URL?
    /// Where tokens are asked for (RFC 6749 §3.2).
    public var tokenEndpoint: URL
    /// Where devices without a browser begin (RFC 8628 §3.1).
    public var deviceAuthorizationEndpoint: URL?
    /// Where tokens are given up (RFC 7009).
    public var revocationEndpoint: URL?
    /// Where tokens are looked up (RFC 7662).
    public var introspectionEndpoint: URL?
    /// The server's issuer identifier; where it is set, a redirect that names another one is refused (RFC 9207 §2.4).
    public var issuer: String?
    /// Whether a redirect without an issuer is refused, because the server is known to send one (RFC 9207 §2.4).
    public var requiresIssuer: Bool
    /// The client's identifier.
    public var clientID: String
    /// How the client proves who it is.
    public var clientAuthentication: ClientAuthentication
    /// Where the browser is sent back to, exactly as it is registered; a custom scheme is allowed.
    public var redirectURI: String
    /// What access is asked for; empty leaves it to the server.
    public var scopes: [String]
    /// What stands between two scopes: a space (RFC 6749 §3.3), unless the server wants another text.
    public var scopeSeparator: String

    /// Creates a configuration.
    public init(
        authorizationEndpoint: URL? = nil,
        tokenEndpoint: URL,
        deviceAuthorizationEndpoint: URL? = nil,
        revocationEndpoint: URL? = nil,
        introspectionEndpoint: URL? = nil,
        issuer: String? = nil,
        requiresIssuer: Bool = false,
        clientID: String,
        clientAuthentication: ClientAuthentication = .none,
        redirectURI: String = "",
        scopes: [String] = [],
        scopeSeparator: String = " "
    ) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
        self.introspectionEndpoint = introspectionEndpoint
        self.issuer = issuer
        self.requiresIssuer = requiresIssuer
        self.clientID = clientID
        self.clientAuthentication = clientAuthentication
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.scopeSeparator = scopeSeparator
    }

    /// The scopes as one text; nil when there are none.
    var scopeText: String? { Self.text(of: scopes, separator: scopeSeparator) }

    static func text(of scopes: [String], separator: String) -> String? {
        scopes.isEmpty ? nil : scopes.joined(separator: separator)
    }
}
