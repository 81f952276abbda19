/// Why certificates, keys or pins can't be used.
public struct TransportSecurityError: Error, Hashable, Sendable {
    /// What kind of error it is.
    ///
    /// The set is open: newer versions may tell more apart.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String
    }

    /// What kind of error it is.
    public let code: Code
    /// What it is about, such as a pinned host; without secrets.
    public let detail: String?

    init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }
}

extension TransportSecurityError.Code: CustomStringConvertible {
    /// A certificate, or a key, that can't be read, or none at all.
    public static let invalidCertificate = Self(name: "invalidCertificate")
    /// The password opens neither the file nor the key.
    public static let wrongPassword = Self(name: "wrongPassword")
    /// The file is encrypted with a cipher that OpenSSL no longer has, such as the RC2 of old PKCS#12 files.
    public static let outdatedEncryption = Self(name: "outdatedEncryption")
    /// The private key is another certificate's.
    public static let keyMismatch = Self(name: "keyMismatch")
    /// A pin is no SHA-256 hash in base64, or a pinned host has none, or is no name.
    public static let invalidPin = Self(name: "invalidPin")
    /// The platform can't do it: no OpenSSL on Linux, or a client's key in PEM elsewhere.
    public static let unavailable = Self(name: "unavailable")

    /// The name of the code.
    public var description: String { name }
}

extension TransportSecurityError: LocalizedError, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do about it.
    public var description: String {
        let sentence =
            switch code {
            case .invalidCertificate:
                "The certificate or its key can't be read. PEM begins with -----BEGIN CERTIFICATE-----."
            case .wrongPassword: "The password doesn't open the certificate's key."
            case .outdatedEncryption:
                """
                The PKCS#12 file has an encryption that OpenSSL no longer reads. Make a new one: \
                openssl pkcs12 -legacy -in old.p12 -nodes -out all.pem && \
                openssl pkcs12 -export -in all.pem -out new.p12
                """
            case .keyMismatch: "The private key belongs to another certificate."
            case .invalidPin:
                "A pin is no SHA-256 hash in base64, which has 44 characters, or a pinned host has none, or is no name in ASCII."
            case .unavailable: "It isn't available on this platform."
            default: "The connection can't be secured so (\(code))."
            }
        return detail.map { "\(sentence) (\($0))" } ?? sentence
    }
}
