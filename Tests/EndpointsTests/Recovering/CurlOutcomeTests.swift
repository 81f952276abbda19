#if canImport(CEndpointsCurl)
import CEndpointsCurl
import Testing

@testable import Endpoints

/// What libcurl tells in numbers decides; its words only where it has one number for many faults.
@Suite("What libcurl says of a failed transfer")
struct CurlOutcomeTests {
    @Test(
        "numbers decide about addresses, certificates and proxies, whatever the words are",
        arguments: [
            (.init(code: EC_COULDNT_RESOLVE_HOST), .cannotFindHost, true),
            (.init(code: EC_COULDNT_RESOLVE_HOST, hasProxy: true), .cannotConnectToProxy, true),
            (.init(code: EC_COULDNT_RESOLVE_PROXY), .cannotConnectToProxy, true),
            (.init(code: EC_COULDNT_CONNECT), .cannotConnect, true),
            (.init(code: EC_COULDNT_CONNECT, hasProxy: true), .cannotConnectToProxy, true),
            (.init(code: EC_OPERATION_TIMEDOUT), .timedOut, true),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 10), .certificateExpired, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 9), .certificateExpired, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 0), .certificateHostMismatch, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 1), .certificateHostMismatch, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 62), .certificateHostMismatch, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 18), .certificateUntrusted, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 20), .certificateUntrusted, false),
            (.init(code: EC_PEER_FAILED_VERIFICATION, verification: 50), .certificatePinMismatch, false),
            (.init(code: EC_SSL_CLIENTCERT), .clientCertificateRequired, false),
            (.init(code: EC_RECV_ERROR, proxyStatus: 407), .proxyAuthenticationRequired, false),
            (.init(code: EC_RECV_ERROR, proxyStatus: 403), .proxyRefused, false),
            (.init(code: EC_PROXY, proxyError: 12), .proxyAuthenticationRequired, false),
            (.init(code: EC_PROXY, proxyError: 33), .proxyAuthenticationRequired, false),
            (.init(code: EC_PROXY, proxyError: 19), .cannotConnect, true),
            (.init(code: EC_PROXY, proxyError: 27), .cannotFindHost, true),
            (.init(code: EC_PROXY, proxyError: 23), .proxyRefused, false),
            (.init(code: EC_PROXY, proxyError: 3), .cannotConnectToProxy, true),
            (.init(code: EC_PROXY, proxyError: 15), .cannotConnectToProxy, true),
            (.init(code: EC_PROXY, proxyError: 29), .cannotConnectToProxy, true),
            (.init(code: EC_PROXY, proxyError: 20), .cannotConnect, true),
            (.init(code: EC_RECV_ERROR, proxyStatus: 503), .cannotConnect, true),
            (.init(code: EC_RECV_ERROR, text: "…:tlsv1 alert unknown ca"), .clientCertificateRequired, false),
        ] as [(CurlOutcome, TransportFailure.Code, Bool)])
    func numbers(outcome: CurlOutcome, code: TransportFailure.Code, isRetryable: Bool) {
        let failure = TransportFailure(outcome)
        #expect(failure.code == code)
        #expect(failure.isRetryable == isRetryable)
    }

    @Test(
        "words tell an alert of TLS from a reset, and an answer that is wrong from a connection that broke",
        arguments: [
            (EC_RECV_ERROR, "Recv failure: Connection reset by peer", .connectionLost),
            (EC_SEND_ERROR, "Send failure: Broken pipe", .connectionLost),
            (EC_GOT_NOTHING, "Empty reply from server", .connectionLost),
            (EC_PARTIAL_FILE, "transfer closed with 9 bytes remaining to read", .connectionLost),
            (EC_HTTP2_STREAM, "HTTP/2 stream 1 was not closed cleanly: REFUSED_STREAM (err 7)", .connectionLost),
            (EC_RECV_ERROR, "Illegal or missing hexadecimal sequence in chunked-encoding", .invalidResponse),
            (EC_RECV_ERROR, "Too large response headers: 307201 > 307200", .headersTooLarge),
            (
                EC_RECV_ERROR, "OpenSSL SSL_read: …:tlsv13 alert certificate required, errno 0",
                .clientCertificateRequired
            ),
            (EC_SEND_ERROR, "OpenSSL SSL_write: …:tlsv1 alert unknown ca, errno 0", .clientCertificateRejected),
            (EC_SSL_CONNECT_ERROR, "…:sslv3 alert bad certificate", .clientCertificateRejected),
            (EC_SSL_CONNECT_ERROR, "…:sslv3 alert handshake failure", .secureConnectionFailed),
            (EC_SSL_CONNECT_ERROR, "…:tlsv1 alert protocol version", .secureConnectionFailed),
            (EC_SSL_CONNECT_ERROR, "…:wrong version number", .secureConnectionFailed),
            (EC_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:443", .connectionLost),
            (
                EC_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: Connection reset by peer in connection to a:443",
                .connectionLost
            ),
            (EC_WEIRD_SERVER_REPLY, "Weird server reply", .invalidResponse),
            (EC_HTTP2, "Error in the HTTP2 framing layer", .invalidResponse),
            (EC_BAD_CONTENT_ENCODING, "Unrecognized content encoding", .invalidResponse),
            (EC_TOO_LARGE, "A value or data field grew larger than allowed", .headersTooLarge),
            (12_345, "something new", .other),
        ] as [(Int, String, TransportFailure.Code)])
    func words(code: Int, text: String, expected: TransportFailure.Code) {
        let failure = TransportFailure(CurlOutcome(code: code, text: text, hasCertificate: true))
        #expect(failure.code == expected)
        #expect(failure.isRetryable == (expected == .connectionLost))
        #expect(failure.urlError?.localizedDescription == text)
    }
}
#endif
