// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import FoundationNetworking

// Declared for the type checker only: nothing here decides about a certificate.

public final class SecTrust {}
public final class SecCertificate {}
public final class SecKey {}

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { nil }
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

public let kSecAttrKeyType: CFString = "type"
public let kSecAttrKeyTypeRSA: CFString = "42"

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}
