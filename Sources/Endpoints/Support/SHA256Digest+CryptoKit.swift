#if canImport(CryptoKit)
import CryptoKit

/// SHA-256, by the platform.
package enum SHA256Digest {
    /// The digest of some bytes.
    package static func digest(of data: Data) -> Data { Data(SHA256.hash(data: data)) }
}
#endif
