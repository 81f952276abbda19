#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// The process's libcurl.
enum CurlLibrary {
    /// Whether there is one that can carry requests; it is looked up and initialised at first use.
    static let isUsable = ec_load()

    /// Its version, such as `7.88.1`.
    static let version = String(cString: ec_version_text())

    /// Whether it asks before a request leaves (7.80), so that none is sent twice.
    static let asksBeforeSending = ec_version_number() >= 0x07_50_00

    /// Whether it speaks HTTP/2.
    static let speaksHTTP2 = ec_speaks_http2()

    /// What it may use: `http` and `https`, and nothing else that it knows.
    static let protocols = 1 << 0 | 1 << 1

    /// Negotiates HTTP/2 over TLS, and speaks HTTP/1.1 in the clear (`CURL_HTTP_VERSION_2TLS`, `CURL_HTTP_VERSION_1_1`).
    static var httpVersion: Int { speaksHTTP2 ? 4 : 2 }

    /// Whether it forgets addresses that it has been told when they are marked so (7.75).
    static let forgetsAddresses = ec_version_number() >= 0x07_4B_00
}
#endif
