/// What a session asks of the TLS connections of its calls, and what it shows to servers.
///
/// ```swift
/// let security = try TransportSecurity(
///     authorities: CertificateAuthorities(pem: companyRoot),
///     clientCertificate: ClientCertificate(pkcs12: badge, password: "…")
/// )
/// let session = URLSession.forEndpoints(security: security)
/// ```
///
/// On Linux it takes libcurl with OpenSSL: see ``TransferEngine``. Calls of a session that can't be secured so end with
/// ``TransportFailure/Code/unsupportedSession``, and nothing is sent. It is for endpoint calls; tasks of the session's own,
/// such as `data(from:)`, are secured so on Apple platforms alone.
public struct TransportSecurity: Sendable {
    /// A version of TLS.
    public enum Version: Hashable, Sendable {
        /// TLS 1.2 (RFC 5246).
        case v1_2
        /// TLS 1.3 (RFC 8446).
        case v1_3
    }

    /// Whose certificates are trusted.
    public let authorities: CertificateAuthorities
    /// What is shown to a server that asks for a certificate; nil for nothing.
    ///
    /// Any `https` server of the session's calls may ask, one that a redirect leads to as well.
    public let clientCertificate: ClientCertificate?
    /// The oldest version of TLS that is spoken; nil leaves it to the platform.
    public let minimumVersion: Version?
    let pins: PublicKeyPins

    /// Creates settings; what isn't given is left to the platform.
    ///
    /// A pinned host is accepted only when one of the certificates of its chain, from its own to the root, has a pinned
    /// key, after all other checks. Otherwise its calls end with ``TransportFailure/Code/certificatePinMismatch`` before
    /// any of them is sent. Pin the key of an authority, or a backup key that isn't in use yet, besides: a server whose
    /// only pinned key is lost, or replaced, can't be reached until the program is updated.
    ///
    /// - Parameters:
    ///   - authorities: whose certificates are trusted; the system's unless given.
    ///   - publicKeyPins: for each host the SHA-256 hashes, in base64, of the `SubjectPublicKeyInfo`s that it may have
    ///     (RFC 7469 §2.4), with or without `sha256/` before them. `*.example.com` stands for the names one label below.
    ///     Hosts that are not named are not pinned, and addresses can't be.
    ///   - clientCertificate: what is shown to a server that asks for a certificate.
    ///   - minimumVersion: the oldest version of TLS that is spoken.
    /// - Throws: an error with the code ``TransportSecurityError/Code/invalidPin`` for a pin that is no such hash, for a
    ///   host without any, and for what is no host's name in ASCII.
    public init(
        authorities: CertificateAuthorities = .system,
        publicKeyPins: [String: Set<String>] = [:],
        clientCertificate: ClientCertificate? = nil,
        minimumVersion: Version? = nil
    ) throws(TransportSecurityError) {
        self.authorities = authorities
        self.clientCertificate = clientCertificate
        self.minimumVersion = minimumVersion
        pins = try PublicKeyPins(publicKeyPins)
    }
}

/// Whose certificates are trusted.
public struct CertificateAuthorities: Sendable {
    /// The system's.
    public static let system = CertificateAuthorities()

    /// Certificates in PEM; nil for none besides the system's.
    let pem: Data?
    let includesSystem: Bool

    private init() {
        pem = nil
        includesSystem = true
    }

    /// Creates authorities from certificates in PEM (RFC 7468 §5), one after the other.
    ///
    /// The environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` play no part.
    ///
    /// - Parameters:
    ///   - pem: the certificates.
    ///   - includesSystem: whether the system's authorities are trusted as well; they are not unless asked for.
    /// - Throws: an error with the code ``TransportSecurityError/Code/invalidCertificate`` when there is no certificate,
    ///   or one that can't be read; ``TransportSecurityError/Code/unavailable`` when OpenSSL is missing on Linux.
    public init(pem: Data, includesSystem: Bool = false) throws(TransportSecurityError) {
        self.pem = pem
        self.includesSystem = includesSystem
        try check()
    }
}
