/// What a user has to do on another device to sign in here (RFC 8628 §3.2).
public struct DeviceAuthorization: Sendable {
    /// The short code that the user enters.
    public let userCode: String
    /// Where the user enters it.
    public let verificationURI: String
    /// The same with the code in it, for a QR code; nil when the server gives none.
    public let completeVerificationURI: String?
    /// The time after which the code is no longer good.
    public let lifetime: Duration
    /// The time between two questions to the server.
    let interval: Duration
    let deviceCode: Redacted<String>

    init(_ reply: EndpointReply) throws(OAuthError) {
        guard let fields = reply.fields else {
            throw .unreadableResponse(status: reply.status, excerpt: reply.excerpt)
        }
        try reply.requireSuccess()
        // Some servers still say `verification_url`, as a draft did.
        guard let code = fields["device_code"] as? String, let userCode = fields["user_code"] as? String,
            let uri = (fields["verification_uri"] ?? fields["verification_url"]) as? String
        else { throw .unreadableResponse(status: reply.status, excerpt: reply.excerpt) }
        deviceCode = Redacted(code)
        self.userCode = userCode
        verificationURI = uri
        completeVerificationURI = fields["verification_uri_complete"] as? String
        lifetime = .seconds(TokenResponse.lifetime(fields["expires_in"]) ?? 1800)
        let seconds = TokenResponse.lifetime(fields["interval"]) ?? 5
        // A server that means no pause at all means none that can be (RFC 8628 §3.2).
        interval = .seconds(seconds < 1 ? 5 : seconds)
    }
}
