/// What the other side says when it breaks TLS off (RFC 8446 §6), as OpenSSL words it: nothing else tells it.
enum TLSAlert {
    /// The code for an alert; nil when the text is about something else.
    static func code(in text: String) -> TransportFailure.Code? {
        guard text.contains(" alert ") else { return nil }
        return codes.first { text.contains($0.alert) }?.code ?? .secureConnectionFailed
    }

    /// Whether a handshake was broken off without an alert.
    static func isReset(_ text: String) -> Bool {
        text.contains("SSL_ERROR_SYSCALL") || text.contains("Connection reset") || text.contains("unexpected eof")
    }

    private static let codes: [(alert: String, code: TransportFailure.Code)] = [
        ("certificate required", .clientCertificateRequired),
        ("bad certificate", .clientCertificateRejected),
        ("unsupported certificate", .clientCertificateRejected),
        ("certificate revoked", .clientCertificateRejected),
        ("certificate expired", .clientCertificateRejected),
        ("certificate unknown", .clientCertificateRejected),
        ("unknown ca", .clientCertificateRejected),
        ("access denied", .clientCertificateRejected),
    ]
}
