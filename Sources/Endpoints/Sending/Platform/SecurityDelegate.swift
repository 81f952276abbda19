#if canImport(Darwin)
import CryptoKit
import Security

/// A session's delegate that accepts a pinned host only with a public key that is known beforehand.
///
/// ```swift
/// let pinning = PublicKeyPinning(["api.example.com": ["sha256/…current…", "sha256/…backup…"]])
/// let session = URLSession(configuration: .default, delegate: pinning, delegateQueue: nil)
/// ```
///
/// The platform's own checks take place as ever; a chain that passes them must have a pinned key in one of its
/// certificates besides. Calls to a host that is refused end with ``TransportFailure/Code/certificateUntrusted``, and
/// nothing is sent. Pin a backup key too, or the server can't change its key without shutting the program out. On Linux the platform asks nobody about certificates.
public final class PublicKeyPinning: NSObject, URLSessionDelegate, Sendable {
    private let pins: PublicKeyPins
    /// The hosts whose last chain was refused.
    private let refused = Locked<Set<String>>([])

    /// Creates the delegate.
    ///
    /// - Parameter pins: for each host the base64 SHA-256 hashes of the `SubjectPublicKeyInfo`s that it may have
    ///   (RFC 7469 §2.4), with or without `sha256/` before them; `*.example.com` stands for the names one label below.
    ///   Hosts that are not named are left to the platform.
    public init(_ pins: [String: Set<String>]) {
        self.pins = PublicKeyPins(pins)
    }

    /// Decides about a server's certificates.
    public func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust,
            pins.hashes(for: space.host) != nil
        else { return completionHandler(.performDefaultHandling, nil) }
        let host = space.host.lowercased()
        let isAllowed = SecTrustEvaluateWithError(trust, nil) && pins.allow(Self.hashes(of: trust), from: host)
        refused.withLock { refused in
            if isAllowed { refused.remove(host) } else { refused.insert(host) }
        }
        if isAllowed {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }

    /// A task's error with its reason: the platform reports a refused chain as a cancellation.
    func explained(_ error: any Error, of task: URLSessionTask) -> any Error {
        guard (error as? URLError)?.code == .cancelled, let host = task.currentRequest?.url?.host?.lowercased(),
            refused.withLock({ $0.contains(host) })
        else { return error }
        return URLError(.serverCertificateUntrusted)
    }

    private static func hashes(of trust: SecTrust) -> [String] {
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        return chain.compactMap(information).map { Data(SHA256.hash(data: $0)).base64EncodedString() }
    }

    private static func information(of certificate: SecCertificate) -> Data? {
        guard let key = SecCertificateCopyKey(certificate),
            let data = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            let attributes = SecKeyCopyAttributes(key) as? [CFString: Any]
        else { return nil }
        let type = attributes[kSecAttrKeyType] as? String
        return type == kSecAttrKeyTypeRSA as String
            ? SubjectPublicKeyInfo.rsa(data) : SubjectPublicKeyInfo.ellipticCurve(data)
    }
}
#endif
