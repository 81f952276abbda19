#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// What libcurl knows about a transfer that has failed.
struct CurlOutcome: Sendable {
    let code: Int
    /// libcurl's words.
    var text = ""
    var isHeadComplete = false
    /// What OpenSSL thinks of the server's certificates (X509_verify_cert_error_string(3)).
    var verification = 0
    /// The status with which a proxy answered a CONNECT; 0 for none.
    var proxyStatus = 0
    /// What a SOCKS proxy came to (`CURLPX_…`); 0 for nothing.
    var proxyError = 0
    /// Whether a proxy stands between this machine and the server.
    var hasProxy = false
    /// Whether the session has a certificate to show.
    var hasCertificate = false
}

extension TransportFailure {
    /// A failure in the platform's terms, with words of libcurl's or our own.
    init(platform code: URLError.Code, _ text: String) {
        self.init(URLError(code, userInfo: [NSLocalizedDescriptionKey: text]))
    }

    /// What a transfer of libcurl's ended with (libcurl-errors(3)).
    init(_ outcome: CurlOutcome) {
        let (code, platform) = Self.codes(of: outcome)
        let urlError = URLError(platform, userInfo: [NSLocalizedDescriptionKey: outcome.text])
        // What only libcurl's words tell.
        self.init(
            code: code, urlError: urlError,
            detail: Self.speaksForItself.contains(code) || outcome.text.isEmpty ? nil : outcome.text)
    }

    /// What needs no words of libcurl's.
    private static let speaksForItself: Set<Code> = [
        .cannotFindHost, .timedOut, .connectionLost, .certificateExpired, .certificateHostMismatch,
        .certificatePinMismatch, .proxyAuthenticationRequired,
    ]

    private static func codes(of outcome: CurlOutcome) -> (Code, URLError.Code) {
        let text = outcome.text
        switch outcome.code {
        case EC_COULDNT_RESOLVE_PROXY: return (.cannotConnectToProxy, .cannotFindHost)
        case EC_COULDNT_RESOLVE_HOST where outcome.hasProxy: return (.cannotConnectToProxy, .cannotFindHost)
        case EC_COULDNT_RESOLVE_HOST: return (.cannotFindHost, .cannotFindHost)
        case EC_COULDNT_CONNECT:
            return (outcome.hasProxy ? .cannotConnectToProxy : .cannotConnect, .cannotConnectToHost)
        case EC_PROXY: return codes(ofProxyError: outcome.proxyError)
        case EC_OPERATION_TIMEDOUT: return (.timedOut, .timedOut)
        case EC_SSL_CLIENTCERT: return (.clientCertificateRequired, .clientCertificateRequired)
        case EC_PEER_FAILED_VERIFICATION: return codes(ofVerification: outcome.verification)
        case EC_SSL_CONNECT_ERROR, EC_SEND_ERROR, EC_RECV_ERROR, EC_GOT_NOTHING, EC_PARTIAL_FILE, EC_HTTP2_STREAM:
            return codes(ofBroken: outcome)
        case EC_OUT_OF_MEMORY, EC_TOO_LARGE:
            // A line of the head that is larger than libcurl's buffer for it.
            return outcome.isHeadComplete ? (.other, .unknown) : (.headersTooLarge, .unknown)
        // libcurl's own reader of heads has no better word.
        case EC_BAD_FUNCTION_ARGUMENT where !outcome.isHeadComplete: return (.invalidResponse, .badServerResponse)
        case EC_WEIRD_SERVER_REPLY, EC_HTTP2, EC_UNSUPPORTED_PROTOCOL, EC_BAD_CONTENT_ENCODING:
            return (.invalidResponse, .badServerResponse)
        default: return text.contains("SSL") ? (.secureConnectionFailed, .secureConnectionFailed) : (.other, .unknown)
        }
    }

    /// A connection that broke, or that the other side broke off: libcurl has one code for many reasons.
    private static func codes(ofBroken outcome: CurlOutcome) -> (Code, URLError.Code) {
        let text = outcome.text
        switch outcome.proxyStatus {
        case 401, 407: return (.proxyAuthenticationRequired, .cannotConnectToHost)
        // The proxy can't reach the server.
        case 502...504: return (.cannotConnect, .cannotConnectToHost)
        case 300...: return (.proxyRefused, .cannotConnectToHost)
        default: break
        }
        // Only words tell an alert of TLS from a reset; a chunk or a head that is wrong comes over a good connection.
        if let code = TLSAlert.code(in: text) {
            let isAsked = code == .clientCertificateRejected && !outcome.hasCertificate
            return (isAsked ? .clientCertificateRequired : code, .secureConnectionFailed)
        }
        if text.contains("chunk") { return (.invalidResponse, .badServerResponse) }
        if text.contains("Too large") { return (.headersTooLarge, .unknown) }
        let isHandshake = outcome.code == EC_SSL_CONNECT_ERROR && !TLSAlert.isReset(text)
        return isHandshake
            ? (.secureConnectionFailed, .secureConnectionFailed) : (.connectionLost, .networkConnectionLost)
    }

    /// What is wrong with a certificate; libcurl itself compares the host's name, and has no word of OpenSSL's then.
    private static func codes(ofVerification result: Int) -> (Code, URLError.Code) {
        switch result {
        case EC_VERIFY_OK, EC_VERIFY_UNSPECIFIED, EC_VERIFY_HOST_MISMATCH:
            (.certificateHostMismatch, .serverCertificateUntrusted)
        case EC_VERIFY_NOT_YET_VALID: (.certificateExpired, .serverCertificateNotYetValid)
        case EC_VERIFY_EXPIRED: (.certificateExpired, .serverCertificateHasBadDate)
        case EC_VERIFY_REFUSED_BY_APPLICATION: (.certificatePinMismatch, .serverCertificateUntrusted)
        default: (.certificateUntrusted, .serverCertificateUntrusted)
        }
    }

    private static func codes(ofProxyError error: Int) -> (Code, URLError.Code) {
        switch error {
        case EC_PROXY_NO_AUTH, EC_PROXY_USER_REJECTED: (.proxyAuthenticationRequired, .cannotConnectToHost)
        case EC_PROXY_RESOLVE_HOST: (.cannotFindHost, .cannotFindHost)
        case EC_PROXY_CONNECTION_REFUSED, EC_PROXY_SERVER_FAILURE, EC_PROXY_HOST_UNREACHABLE,
            EC_PROXY_NETWORK_UNREACHABLE, EC_PROXY_TTL_EXPIRED:
            (.cannotConnect, .cannotConnectToHost)
        case EC_PROXY_CLOSED, EC_PROXY_RECV_ADDRESS...EC_PROXY_RECV_REQACK, EC_PROXY_SEND_AUTH...EC_PROXY_SEND_REQUEST:
            (.cannotConnectToProxy, .cannotConnectToHost)
        default: (.proxyRefused, .cannotConnectToHost)
        }
    }
}
#endif
