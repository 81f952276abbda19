/// The proof that who exchanges a code is who asked for it (RFC 7636), by the method S256.
///
/// Make one for each sign-in.
public struct PKCE: Sendable, Equatable {
    /// The secret, which goes to the token endpoint; 43 to 128 unreserved characters (RFC 7636 §4.1).
    public var verifier: String { storedVerifier.value }
    /// The hash of the secret, which goes through the browser (RFC 7636 §4.2).
    public let challenge: String
    /// The method of the challenge.
    public static let method = "S256"

    private let storedVerifier: Redacted<String>

    /// A proof of 32 random bytes of the system's generator.
    public init() {
        self.init(checked: Data.random(count: 32).base64URL)
    }

    /// A proof with a verifier of one's own.
    ///
    /// - Throws: ``OAuthError/invalidVerifier`` unless it has 43 to 128 letters, digits and `-._~`.
    public init(verifier: String) throws(OAuthError) {
        let isAllowed = verifier.utf8.allSatisfy { Self.unreserved.contains($0) }
        guard isAllowed, (43...128).contains(verifier.utf8.count) else { throw .invalidVerifier }
        self.init(checked: verifier)
    }

    private init(checked verifier: String) {
        storedVerifier = Redacted(verifier)
        challenge = SHA256Digest.digest(of: Data(verifier.utf8)).base64URL
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}

extension PKCE: CustomStringConvertible, CustomReflectable {
    /// The method.
    public var description: String { "PKCE (\(Self.method))" }

    /// The method.
    public var customMirror: Mirror { Mirror(self, children: ["method": Self.method]) }
}
