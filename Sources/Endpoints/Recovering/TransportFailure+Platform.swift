extension TransportFailure {
    /// Translates what the platform reports.
    ///
    /// On Linux many faults share one code, so libcurl's text tells them apart.
    package init(_ error: any Error) {
        if let failure = error as? TransportFailure {
            self = failure
            return
        }
        guard let urlError = error as? URLError else {
            self.init(code: error is CancellationError ? .cancelled : .other, detail: "\(type(of: error))")
            return
        }
        let text = urlError.localizedDescription
        let told = TLSAlert.code(in: text) ?? Self.textCodes.first { text.contains($0.fragment) }?.code
        let isVague =
            [.unknown, .unsupportedURL, .badServerResponse].contains(urlError.code) || TLSAlert.code(in: text) != nil
            || text.contains("proxy") || text.contains("CONNECT")
        let code = (isVague ? told : nil) ?? Self.codes[urlError.code] ?? told ?? .other
        let isTold = code == .other || code == .secureConnectionFailed || code == .invalidResponse
        self.init(code: code, urlError: urlError, detail: isTold && code != .other ? text : nil)
    }

    private static let codes: [URLError.Code: Code] = [
        .cancelled: .cancelled,
        .timedOut: .timedOut,
        .notConnectedToInternet: .offline,
        .dataNotAllowed: .offline,
        .internationalRoamingOff: .offline,
        .cannotFindHost: .cannotFindHost,
        .dnsLookupFailed: .cannotFindHost,
        .cannotConnectToHost: .cannotConnect,
        .networkConnectionLost: .connectionLost,
        .secureConnectionFailed: .secureConnectionFailed,
        .serverCertificateHasBadDate: .certificateExpired,
        .serverCertificateNotYetValid: .certificateExpired,
        .serverCertificateUntrusted: .certificateUntrusted,
        .serverCertificateHasUnknownRoot: .certificateUntrusted,
        .clientCertificateRequired: .clientCertificateRequired,
        .clientCertificateRejected: .clientCertificateRejected,
        .appTransportSecurityRequiresSecureConnection: .forbiddenByTransportSecurity,
        .badServerResponse: .invalidResponse,
        .cannotParseResponse: .invalidResponse,
        .cannotDecodeRawData: .invalidResponse,
        .cannotDecodeContentData: .invalidResponse,
        .httpTooManyRedirects: .tooManyRedirects,
    ]

    /// Measured with libcurl 7.88 under Swift 6.3.1; the first that fits counts.
    private static let textCodes: [(fragment: String, code: Code)] = [
        ("resolve proxy", .cannotConnectToProxy),
        ("CONNECT tunnel failed, response 407", .proxyAuthenticationRequired),
        ("HTTP code 407 from proxy", .proxyAuthenticationRequired),
        ("CONNECT tunnel failed", .proxyRefused),
        ("from proxy after CONNECT", .proxyRefused),
        ("certificate has expired", .certificateExpired),
        ("certificate is not yet valid", .certificateExpired),
        ("no alternative certificate subject name", .certificateHostMismatch),
        ("certificate subject name", .certificateHostMismatch),
        ("SSL certificate problem", .certificateUntrusted),
        ("SSL", .secureConnectionFailed),
        ("TLS", .secureConnectionFailed),
        ("transfer closed", .connectionLost),
        ("Empty reply", .connectionLost),
        ("Connection died", .connectionLost),
        ("Out of memory", .headersTooLarge),
        ("Too large", .headersTooLarge),
        ("chunk", .invalidResponse),
        ("header", .invalidResponse),
        ("Header", .invalidResponse),
        ("HTTP/0.9", .invalidResponse),
        ("Unsupported HTTP version", .invalidResponse),
        ("content unencoding", .invalidResponse),
        ("content encoding", .invalidResponse),
        ("HTTP/2", .invalidResponse),
    ]
}
