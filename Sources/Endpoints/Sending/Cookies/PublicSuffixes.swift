#if canImport(CEndpointsCurl)
import CEndpointsCurl
#endif

/// The domains below which anybody may have one, such as `com`, `co.uk` and `github.io`: no cookie is for all of it.
enum PublicSuffixes {
    /// Whether a domain in lower case is one; without libpsl only a bare top-level name is known to be.
    static func contains(_ domain: String) -> Bool {
        let domain = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
        guard domain.utf8.contains(UInt8(ascii: ".")) else { return true }
        #if canImport(CEndpointsCurl)
        return ec_is_public_suffix(domain)
        #else
        return false
        #endif
    }
}
