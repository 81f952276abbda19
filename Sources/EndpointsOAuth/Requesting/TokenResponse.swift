/// Tokens, as a token endpoint gave them (RFC 6749 §5.1).
public struct TokenResponse: Sendable {
    /// The access token, the refresh token and their ends.
    public let tokenPair: TokenPair
    /// What access was given; nil when the server says nothing, which means what was asked for.
    public let scopes: Set<String>?
    /// The ID token of OpenID Connect; nil without one.
    ///
    /// Its signature is not verified here: it came straight from the server, over TLS (OpenID Connect Core §3.1.3.7).
    public var idToken: String? { storedIDToken.value }
    /// All fields of the answer as a JSON object, tokens included; a form is one of texts.
    public var json: Data { storedJSON.value }

    private let storedIDToken: Redacted<String?>
    private let storedJSON: Redacted<Data>

    /// Reads an answer: `access_token` must be there, everything else is taken as it comes.
    init(_ reply: EndpointReply, now: Date = Date()) throws(OAuthError) {
        guard let json = reply.json, let fields = reply.fields else {
            throw .unreadableResponse(status: reply.status, excerpt: reply.excerpt)
        }
        try reply.requireSuccess()
        guard let accessToken = fields["access_token"] as? String, !accessToken.isEmpty else {
            throw .missingAccessToken
        }
        if let type = fields["token_type"] as? String, !type.isEmpty, type.lowercased() != "bearer" {
            throw .unsupportedTokenType(type)
        }
        let refreshToken = (fields["refresh_token"] as? String).flatMap { $0.isEmpty ? nil : $0 }
        tokenPair = TokenPair(
            accessToken: accessToken,
            refreshToken: refreshToken,
            expiresAt: Self.lifetime(fields["expires_in"]).map(now.addingTimeInterval),
            refreshExpiresAt: Self.lifetime(fields["refresh_expires_in"] ?? fields["refresh_token_expires_in"])
                .map(now.addingTimeInterval)
        )
        scopes = Self.scopes(fields["scope"])
        storedIDToken = Redacted(fields["id_token"] as? String)
        storedJSON = Redacted(json)
    }

    /// Throws unless the ID token has the nonce.
    func checkNonce(_ nonce: String) throws(OAuthError) {
        let parts = idToken?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, let payload = Data(base64URL: String(parts[1])),
            let claims = (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any],
            let found = claims["nonce"] as? String, ConstantTime.isEqual(found, nonce)
        else { throw .nonceMismatch }
    }

    /// Seconds as a number or a text; nil for anything that is no time.
    static func lifetime(_ value: Any?, most: TimeInterval = 300_000_000) -> TimeInterval? {
        // A truth value would pass for a number.
        if let number = value as? NSNumber, String(cString: number.objCType) == "c" { return nil }
        let seconds: Double? =
            switch value {
            case let number as Double: number
            case let number as Int: Double(number)
            case let text as String: Double(text.trimmingCharacters(in: .whitespaces))
            default: nil
            }
        return seconds.flatMap { $0.isFinite && $0 >= 0 ? min($0, most) : nil }
    }

    /// Scopes between spaces or commas, or as a list.
    static func scopes(_ value: Any?) -> Set<String>? {
        if let list = value as? [String] { return Set(list) }
        return (value as? String).map { Set($0.split { $0 == " " || $0 == "," }.map(String.init)) }
    }
}

extension TokenResponse: CustomStringConvertible, CustomReflectable {
    /// The scopes; everything else may be a secret.
    public var description: String { "TokenResponse (\(scopes?.sorted().joined(separator: " ") ?? "no scopes told"))" }

    /// The scopes.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes as Any]) }
}
