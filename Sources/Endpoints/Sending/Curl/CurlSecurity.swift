#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// A session's security in OpenSSL's terms: the settings of each pinned host, and those of all others.
///
/// It lives for as long as any connection that has been made by it.
final class CurlSecurity: Sendable {
    static let isAvailable = CurlLibrary.isUsable && ec_tls_load()

    /// Whether the system's authorities are out of the game, so that they needn't be read.
    let replacesSystem: Bool
    /// The number by which libcurl knows the oldest version of TLS (`CURL_SSLVERSION_…`); nil for its own choice.
    let minimumVersion: Int?
    let hasCertificate: Bool
    private let pins: PublicKeyPins
    private let others: Settings
    private let pinned: [String: Settings]

    init(_ security: TransportSecurity) throws(TransportSecurityError) {
        replacesSystem = !security.authorities.includesSystem
        minimumVersion = security.minimumVersion.map { $0 == .v1_2 ? 6 : 7 }
        hasCertificate = security.clientCertificate != nil
        pins = security.pins
        others = try Settings(security, pins: [])
        var pinned: [String: Settings] = [:]
        for (name, hashes) in pins.hosts { pinned[name] = try Settings(security, pins: hashes) }
        self.pinned = pinned
    }

    /// Prepares a handle for a request to a host; false when libcurl can't be secured so.
    func setUp(_ easy: OpaquePointer, for host: String) -> Bool {
        let settings = pins.name(for: host).flatMap { pinned[$0] } ?? others
        if replacesSystem {
            ec_easy_set_pointer(easy, EC_CA_FILE, nil)
            ec_easy_set_pointer(easy, EC_CA_FOLDER, nil)
        }
        if let minimumVersion { ec_easy_set_number(easy, EC_SSL_VERSION, minimumVersion) }
        return ec_easy_set_tls(easy, settings.tls)
    }

    /// OpenSSL's form of certificates, keys and pins.
    final class Settings: Sendable {
        nonisolated(unsafe) let tls: OpaquePointer  // Safe because nobody changes it after it was made.

        convenience init(_ security: TransportSecurity, pins: Set<Data>) throws(TransportSecurityError) {
            try self.init()
            try trust(security.authorities)
            if let certificate = security.clientCertificate { try identify(certificate) }
            let hashes = [UInt8](pins.joined())
            guard hashes.isEmpty || ec_tls_pin(tls, hashes, pins.count) else {
                throw TransportSecurityError(.unavailable, "there is no memory")
            }
        }

        init() throws(TransportSecurityError) {
            guard CurlSecurity.isAvailable, let tls = ec_tls_make() else {
                throw TransportSecurityError(.unavailable, "libcurl's OpenSSL is missing")
            }
            self.tls = tls
        }

        deinit { ec_tls_free(tls) }

        func trust(_ authorities: CertificateAuthorities) throws(TransportSecurityError) {
            guard let pem = authorities.pem else { return }
            let count = pem.withUnsafeBytes {
                ec_tls_trust(tls, $0.baseAddress, $0.count, !authorities.includesSystem)
            }
            guard count > 0, count == PEM.count(in: pem) else { throw TransportSecurityError(.invalidCertificate) }
        }

        func identify(_ certificate: ClientCertificate) throws(TransportSecurityError) {
            let result: ec_identity
            switch certificate.material {
            case .pem(let certificates, let key):
                let count = PEM.count(in: certificates)
                result = certificates.withUnsafeBytes { certificates in
                    key.withUnsafeBytes {
                        ec_tls_identify_pem(
                            tls, certificates.baseAddress, certificates.count, count, $0.baseAddress, $0.count,
                            certificate.password)
                    }
                }
            case .pkcs12(let data):
                result = data.withUnsafeBytes {
                    ec_tls_identify_pkcs12(tls, $0.baseAddress, $0.count, certificate.password)
                }
            }
            switch result {
            case EC_IDENTITY_OK: return
            case EC_IDENTITY_PASSWORD: throw TransportSecurityError(.wrongPassword)
            case EC_IDENTITY_OLD_CIPHER: throw TransportSecurityError(.outdatedEncryption)
            case EC_IDENTITY_MISMATCH: throw TransportSecurityError(.keyMismatch)
            default: throw TransportSecurityError(.invalidCertificate)
            }
        }
    }
}

extension CertificateAuthorities {
    /// Throws when the certificates can't be read.
    func check() throws(TransportSecurityError) { try CurlSecurity.Settings().trust(self) }
}

extension ClientCertificate {
    /// Throws when the certificate and its key can't be read.
    func check() throws(TransportSecurityError) { try CurlSecurity.Settings().identify(self) }
}
#endif
