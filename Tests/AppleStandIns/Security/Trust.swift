// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import FoundationNetworking

// Declared for the type checker only: nothing here decides about a certificate.

public final class SecTrust {}
public final class SecCertificate {}
public final class SecKey {}
public final class SecIdentity {}
public final class CFAllocator {}
public typealias CFTypeID = UInt

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { nil }
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ certificates: CFArray?) -> OSStatus { errSecSuccess }
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus { errSecSuccess }
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { nil }
public func SecPKCS12Import(
    _ data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecAuthFailed }
public func SecIdentityGetTypeID() -> CFTypeID { 1 }

public func CFGetTypeID(_ object: CFTypeRef) -> CFTypeID { 0 }
public func CFErrorGetCode(_ error: CFError) -> Int { error.code }

public let errSecSuccess: OSStatus = 0
public let errSecAuthFailed: OSStatus = -25293
public let errSecPkcs12VerifyFailure: OSStatus = -25264
public let kSecImportExportPassphrase: CFString = "passphrase"
public let kSecImportItemIdentity: CFString = "identity"
public let kSecImportItemCertChain: CFString = "chain"
public let kSecAttrKeyType: CFString = "type"
public let kSecAttrKeyTypeRSA: CFString = "42"

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(
        identity: SecIdentity, certificates: [Any]?, persistence: URLCredential.Persistence
    ) { self.init(user: "", password: "", persistence: persistence) }
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}

public enum tls_protocol_version_t: UInt16 {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}

extension URLSessionConfiguration {
    public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { .TLSv12 }
        set {}
    }
}
