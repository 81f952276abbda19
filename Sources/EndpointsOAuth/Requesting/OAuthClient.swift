/// Asks the endpoints of an authorization server on behalf of a client.
///
/// The flows use it; by itself it refreshes, revokes and looks up tokens.
public struct OAuthClient: Sendable {
    /// What it knows of the server and of itself.
    public let configuration: OAuthConfiguration
    /// Redacted, since a session shows its cookies.
    private let session: Redacted<URLSession>
    private let options: RequestOptions?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - configuration: the server and the client.
    ///   - session: carries the requests.
    ///   - options: how they are carried out, such as a `timeout` or observers; none unless given.
    public init(_ configuration: OAuthConfiguration, session: URLSession = .shared, options: RequestOptions? = nil) {
        self.configuration = configuration
        self.session = Redacted(session)
        self.options = options
    }

    /// Asks the token endpoint for tokens.
    func tokens(_ items: [(name: String, value: String)]) async throws(OAuthError) -> TokenResponse {
        try TokenResponse(try await reply(of: configuration.tokenEndpoint, to: items))
    }

    /// Gets new tokens for a refresh token (RFC 6749 §6); the scopes stay what they were.
    public func refresh(_ refreshToken: String) async throws(OAuthError) -> TokenResponse {
        try await tokens([("grant_type", "refresh_token"), ("refresh_token", refreshToken)])
    }

    /// What a `JWTAuth` renews its tokens by.
    ///
    /// A refresh token that the server refuses for good (`invalid_grant`, RFC 6749 §5.2) ends the sign-in, whatever the
    /// status of the answer is; everything else is taken for a temporary failure.
    public func refreshHandler() -> @Sendable (String) async throws -> TokenPair {
        { refreshToken in
            do throws(OAuthError) {
                return try await refresh(refreshToken).tokenPair
            } catch {
                if error.serverCode == "invalid_grant" { throw RefreshRejection(underlying: error) }
                throw error
            }
        }
    }

    /// Sends a form to an endpoint, with the client's proof of who it is.
    ///
    /// - Throws: ``OAuthError/server(_:)`` when the answer is an error, whatever its status is.
    func reply(
        of endpoint: URL, to items: [(name: String, value: String)]
    ) async throws(OAuthError) -> EndpointReply {
        // Codes and tokens are in the body, so it doesn't take a secret for plain http to be wrong (RFC 6749 §3.2).
        guard Origin(endpoint).map({ $0.isSecure || $0.isLoopback }) ?? false else {
            throw .invalidConfiguration("“\(endpoint.host ?? "")” would be asked over plain http; use https")
        }
        let request = FormRequest(url: endpoint, body: FormItems(items: items + configuration.identification))
        let reply: EndpointReply
        do throws(FormRequest.TaskError) {
            reply = try await session.value.response(
                with: request, environment: endpoint, auth: configuration.authentication, options: options)
        } catch {
            throw OAuthError(error)
        }
        let secrets = request.body.items.filter { !Self.openFields.contains($0.name) && !$0.value.isEmpty }.map(\.value)
        if let fields = reply.fields, let error = reply.serverError(in: fields, hiding: secrets) {
            throw .server(error)
        }
        return reply
    }

    /// Fields whose values are no secrets.
    private static let openFields: Set<String> = [
        "grant_type", "client_id", "redirect_uri", "scope", "token_type_hint",
    ]
}
