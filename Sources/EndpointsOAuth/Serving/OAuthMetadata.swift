/// What an authorization server says of itself (RFC 8414, OpenID Connect Discovery 1.0).
///
/// ```swift
/// let metadata = try await OAuthMetadata.discover(issuer: issuerURL)
/// let configuration = try metadata.configuration(clientID: "my-app", redirectURI: "com.example.app:/callback")
/// ```
public struct OAuthMetadata: Sendable, Hashable {
    /// The server's identifier.
    public let issuer: String
    /// Where users sign in.
    public let authorizationEndpoint: URL?
    /// Where tokens are asked for.
    public let tokenEndpoint: URL?
    /// Where devices without a browser begin.
    public let deviceAuthorizationEndpoint: URL?
    /// Where tokens are given up.
    public let revocationEndpoint: URL?
    /// Where tokens are looked up.
    public let introspectionEndpoint: URL?
    /// Whether redirects name the issuer (RFC 9207 §3).
    public let redirectsNameIssuer: Bool
    /// The methods of PKCE that the server takes; nil when it doesn't say.
    public let codeChallengeMethods: [String]?
    /// All of it, as a JSON object.
    public let json: Data

    /// Asks a server about itself: at the well-known place of RFC 8414 §3.1, then at those of OpenID.
    ///
    /// - Parameters:
    ///   - issuer: the server's identifier, which may have a path.
    ///   - session: carries the requests.
    /// - Throws: ``OAuthError/invalidMetadata(_:)`` when no place has any, or they are another issuer's.
    public static func discover(
        issuer: URL, session: URLSession = .shared
    ) async throws(OAuthError) -> OAuthMetadata {
        let places = try WellKnown.places(of: issuer)
        for place in places {
            let reply: EndpointReply
            do throws(FetchMetadata.TaskError) {
                reply = try await session.response(with: FetchMetadata(url: place), environment: place)
            } catch {
                throw OAuthError(error)
            }
            guard reply.status == 200, reply.json != nil else { continue }
            return try OAuthMetadata(reply, issuer: issuer)
        }
        throw .invalidMetadata("there are none at \(places.map(\.absoluteString).joined(separator: ", "))")
    }

    init(_ reply: EndpointReply, issuer expected: URL) throws(OAuthError) {
        guard let json = reply.json, let fields = reply.fields, let issuer = fields["issuer"] as? String else {
            throw .invalidMetadata("they name no issuer")
        }
        // Exactly the same text (RFC 8414 §3.3), but for the slash that is an empty path.
        guard Self.withoutSlash(issuer) == Self.withoutSlash(expected.absoluteString) else {
            throw .invalidMetadata("they are those of “\(issuer)”, not of “\(expected.absoluteString)”")
        }
        func url(_ name: String) -> URL? { (fields[name] as? String).flatMap { URL(string: $0) } }
        self.issuer = issuer
        self.json = json
        authorizationEndpoint = url("authorization_endpoint")
        tokenEndpoint = url("token_endpoint")
        deviceAuthorizationEndpoint = url("device_authorization_endpoint")
        revocationEndpoint = url("revocation_endpoint")
        introspectionEndpoint = url("introspection_endpoint")
        redirectsNameIssuer = fields["authorization_response_iss_parameter_supported"] as? Bool ?? false
        codeChallengeMethods = fields["code_challenge_methods_supported"] as? [String]
    }

    /// A configuration of a client of this server.
    ///
    /// - Throws: ``OAuthError/invalidMetadata(_:)`` when the server has no token endpoint, or says that it takes other
    ///   methods of PKCE only.
    public func configuration(
        clientID: String,
        clientAuthentication: ClientAuthentication = .none,
        redirectURI: String = "",
        scopes: [String] = []
    ) throws(OAuthError) -> OAuthConfiguration {
        guard let tokenEndpoint else { throw .invalidMetadata("they name no token endpoint") }
        guard codeChallengeMethods?.contains(PKCE.method) ?? true else {
            throw .invalidMetadata("the server doesn't take the PKCE method \(PKCE.method)")
        }
        return OAuthConfiguration(
            authorizationEndpoint: authorizationEndpoint,
            tokenEndpoint: tokenEndpoint,
            deviceAuthorizationEndpoint: deviceAuthorizationEndpoint,
            revocationEndpoint: revocationEndpoint,
            introspectionEndpoint: introspectionEndpoint,
            issuer: issuer,
            requiresIssuer: redirectsNameIssuer,
            clientID: clientID,
            clientAuthentication: clientAuthentication,
            redirectURI: redirectURI,
            scopes: scopes
        )
    }

    private static func withoutSlash(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}
