#if canImport(CEndpointsCurl)
import CEndpointsCurl

extension TransportFailure {
    /// A failure in the platform's terms, with words of libcurl's or our own.
    init(platform code: URLError.Code, _ text: String) {
        self.init(URLError(code, userInfo: [NSLocalizedDescriptionKey: text]))
    }

    /// What a transfer of libcurl's ended with (libcurl-errors(3)).
    init(curl code: Int32, _ text: String, isHeadComplete: Bool) {
        switch Int(code) {
        case EC_COULDNT_RESOLVE_HOST, EC_COULDNT_RESOLVE_PROXY: self.init(platform: .cannotFindHost, text)
        case EC_COULDNT_CONNECT: self.init(platform: .cannotConnectToHost, text)
        case EC_OPERATION_TIMEDOUT: self.init(platform: .timedOut, text)
        // One code for broken connections, and for what comes over one that isn't.
        case EC_RECV_ERROR where text.contains("chunk"): self.init(platform: .badServerResponse, text)
        case EC_RECV_ERROR where text.contains("Too large"): self.init(code: .headersTooLarge, detail: text)
        case EC_GOT_NOTHING, EC_SEND_ERROR, EC_RECV_ERROR, EC_PARTIAL_FILE, EC_HTTP2_STREAM:
            self.init(platform: .networkConnectionLost, text)
        case EC_WEIRD_SERVER_REPLY, EC_HTTP2, EC_UNSUPPORTED_PROTOCOL, EC_BAD_CONTENT_ENCODING:
            self.init(platform: .badServerResponse, text)
        // A line of the head that is larger than libcurl's buffer for it.
        case EC_OUT_OF_MEMORY where !isHeadComplete: self.init(code: .headersTooLarge, detail: text)
        case EC_TOO_LARGE where !isHeadComplete: self.init(code: .headersTooLarge, detail: text)
        // libcurl's own reader of heads has no better word.
        case EC_BAD_FUNCTION_ARGUMENT where !isHeadComplete: self.init(platform: .badServerResponse, text)
        case EC_SSL_CLIENTCERT: self.init(platform: .clientCertificateRequired, text)
        // Its text tells more, as that of the platform's engine does.
        default: self.init(platform: .unknown, text)
        }
    }
}
#endif
