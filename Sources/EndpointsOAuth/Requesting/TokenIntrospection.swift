/// What an authorization server knows of a token (RFC 7662 §2.2).
public struct TokenIntrospection: Sendable {
    /// Whether the token is good now.
    public let isActive: Bool
    /// What it gives access to; nil when the server says nothing.
    public let scopes: Set<String>?
    /// Whose client it was given to.
    public let clientID: String?
    /// The name of the user that it stands for.
    public let username: String?
    /// When it ends.
    public let expiresAt: Date?
    /// All fields of the answer, as a JSON object.
    public let json: Data

    init(_ reply: EndpointReply) throws(OAuthError) {
        guard let json = reply.json, let fields = reply.fields, let isActive = fields["active"] as? Bool else {
            throw .unreadableResponse(status: reply.status, excerpt: reply.excerpt)
        }
        self.isActive = isActive
        self.json = json
        scopes = TokenResponse.scopes(fields["scope"])
        clientID = fields["client_id"] as? String
        username = fields["username"] as? String
        expiresAt = TokenResponse.lifetime(fields["exp"], most: .greatestFiniteMagnitude)
            .map(Date.init(timeIntervalSince1970:))
    }
}
