#if canImport(Darwin)
import CryptoKit
import Security

/// The delegate of a session of `forEndpoints(configuration:security:)`, which applies its ``TransportSecurity`` and notes
/// that it has been invalidated.
///
/// The session lets go of its delegate then, so the note is kept elsewhere too.
final class SecurityDelegate: NSObject, URLSessionDelegate, Sendable {
    let validity = SessionValidity()
    private let security: TransportSecurity?
    /// Why the last chain of a host was refused.
    private let refusals = Locked<[String: TransportFailure.Code]>([:])

    init(_ security: TransportSecurity?) {
        self.security = security
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        validity.end()
    }

    /// Decides about a server's certificates, and shows the client's.
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodClientCertificate:
            let credential = security?.clientCertificate?.credential
            completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
        case NSURLAuthenticationMethodServerTrust:
            guard let security, let trust = space.serverTrust, security.decides(about: space.host) else {
                return completionHandler(.performDefaultHandling, nil)
            }
            let refusal = security.refusal(of: trust, from: space.host)
            refusals.withLock { $0[space.host.lowercased()] = refusal }
            if refusal == nil {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        default: completionHandler(.performDefaultHandling, nil)
        }
    }

    /// A task's error with its reason: the platform reports a refused chain as a cancellation.
    func explained(_ error: any Error, of task: URLSessionTask) -> any Error {
        guard let urlError = error as? URLError, urlError.code == .cancelled,
            let host = task.currentRequest?.url?.host?.lowercased(),
            let code = refusals.withLock({ $0.removeValue(forKey: host) })
        else { return error }
        return TransportFailure(code: code, urlError: urlError)
    }
}

extension TransportSecurity {
    /// The configuration with the oldest version of TLS in it.
    func secured(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        guard let minimumVersion, let secured = configuration.copy() as? URLSessionConfiguration else {
            return configuration
        }
        secured.tlsMinimumSupportedProtocolVersion = minimumVersion == .v1_2 ? .TLSv12 : .TLSv13
        return secured
    }

    /// Whether a host's chain is looked at here.
    fileprivate func decides(about host: String) -> Bool { authorities.pem != nil || pins.name(for: host) != nil }

    /// Why a chain is refused; nil when it is not.
    fileprivate func refusal(of trust: SecTrust, from host: String) -> TransportFailure.Code? {
        if authorities.pem != nil {
            SecTrustSetAnchorCertificates(trust, authorities.certificates as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, !authorities.includesSystem)
        }
        var error: CFError?
        guard SecTrustEvaluateWithError(trust, &error) else {
            return TrustStatus.code(error.map { CFErrorGetCode($0) })
        }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        let hashes = chain.compactMap(\.keyInformation).map { Data(SHA256.hash(data: $0)) }
        return pins.allow(hashes, from: host) ? nil : .certificatePinMismatch
    }
}

extension SecCertificate {
    fileprivate var keyInformation: Data? {
        guard let key = SecCertificateCopyKey(self), let data = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            let attributes = SecKeyCopyAttributes(key) as? [CFString: Any]
        else { return nil }
        let type = attributes[kSecAttrKeyType] as? String
        return type == kSecAttrKeyTypeRSA as String
            ? SubjectPublicKeyInfo.rsa(data) : SubjectPublicKeyInfo.ellipticCurve(data)
    }
}

extension CertificateAuthorities {
    fileprivate var certificates: [SecCertificate] {
        PEM.certificates(in: pem ?? Data()).compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }

    /// Throws when the certificates can't be read.
    func check() throws(TransportSecurityError) {
        let count = certificates.count
        guard count > 0, count == PEM.count(in: pem ?? Data()) else {
            throw TransportSecurityError(.invalidCertificate)
        }
    }
}

extension ClientCertificate {
    /// Throws when the certificate and its key can't be read.
    func check() throws(TransportSecurityError) { _ = try items() }

    fileprivate var credential: URLCredential? {
        guard let items = try? items(), let item = items.first, let identity = item.identity else { return nil }
        return URLCredential(identity: identity, certificates: item.chain, persistence: .forSession)
    }

    private func items() throws(TransportSecurityError) -> [Item] {
        guard case .pkcs12(let data) = material else {
            throw TransportSecurityError(.unavailable, "a client's key in PEM; make a PKCS#12 file of it")
        }
        var items: CFArray?
        let options = [kSecImportExportPassphrase: password ?? ""] as CFDictionary
        let status = SecPKCS12Import(data as CFData, options, &items)
        switch status {
        case errSecSuccess: break
        case errSecAuthFailed, errSecPkcs12VerifyFailure: throw TransportSecurityError(.wrongPassword)
        default: throw TransportSecurityError(.invalidCertificate, "status \(status)")
        }
        let found = (items as? [[String: Any]] ?? []).map(Item.init)
        guard found.first?.identity != nil else { throw TransportSecurityError(.invalidCertificate) }
        return found
    }

    private struct Item {
        let identity: SecIdentity?
        /// The certificates between the client's own and its authority.
        let chain: [SecCertificate]

        init(_ fields: [String: Any]) {
            let value = fields[kSecImportItemIdentity as String].map { $0 as AnyObject }
            // A cast to a type of Core Foundation can't fail, so its kind is looked at.
            identity = value.flatMap {
                CFGetTypeID($0) == SecIdentityGetTypeID() ? unsafeDowncast($0, to: SecIdentity.self) : nil
            }
            chain = Array((fields[kSecImportItemCertChain as String] as? [SecCertificate] ?? []).dropFirst())
        }
    }
}
#endif
