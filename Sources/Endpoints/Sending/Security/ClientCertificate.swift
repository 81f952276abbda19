/// A certificate and its private key, with which a session shows to servers who it is (mutual TLS).
public struct ClientCertificate: Sendable {
    enum Material: Sendable {
        case pem(certificates: Data, key: Data)
        case pkcs12(Data)
    }

    private let secret: Redacted<(material: Material, password: String?)>

    var material: Material { secret.value.material }
    var password: String? { secret.value.password }

    /// Reads a PKCS#12 file, also known as `.p12` or `.pfx` (RFC 7292).
    ///
    /// - Parameters:
    ///   - data: the file's content.
    ///   - password: its password; nil for a file without one.
    /// - Throws: an error with the code ``TransportSecurityError/Code/wrongPassword``,
    ///   ``TransportSecurityError/Code/outdatedEncryption`` for a file whose cipher OpenSSL 3 no longer has (its sentence
    ///   says how to make a new one), or ``TransportSecurityError/Code/invalidCertificate``.
    public init(pkcs12 data: Data, password: String?) throws(TransportSecurityError) {
        secret = Redacted((.pkcs12(data), password))
        try check()
    }

    #if !canImport(Darwin)
    /// Reads a certificate and its private key in PEM (RFC 7468); on Linux only, as Apple's platforms keep such keys in
    /// the Keychain.
    ///
    /// - Parameters:
    ///   - pem: the certificate, followed by those between it and the authority, and by the key unless that is given.
    ///   - key: the private key; nil when it is in the same text.
    ///   - password: what the key is encrypted with; nil when it isn't.
    /// - Throws: an error with the code ``TransportSecurityError/Code/wrongPassword``,
    ///   ``TransportSecurityError/Code/keyMismatch`` for a key that is another certificate's,
    ///   ``TransportSecurityError/Code/invalidCertificate``, or ``TransportSecurityError/Code/unavailable``.
    public init(pem: Data, key: Data? = nil, password: String? = nil) throws(TransportSecurityError) {
        secret = Redacted((.pem(certificates: pem, key: key ?? pem), password))
        try check()
    }
    #endif
}
