import Testing

@testable import Endpoints

@Suite struct TransportFailureTests {
    @Test(
        "every fault that the platform reports has a code",
        arguments: [
            (.timedOut, "", .timedOut), (.cannotFindHost, "", .cannotFindHost),
            (.cannotConnectToHost, "", .cannotConnect), (.networkConnectionLost, "Recv failure", .connectionLost),
            (.notConnectedToInternet, "", .offline), (.cancelled, "", .cancelled),
            (.badServerResponse, "Empty reply from server", .connectionLost),
            (.badServerResponse, "", .invalidResponse),
            (.unsupportedURL, "Received HTTP/0.9 when not allowed", .invalidResponse),
            (.unsupportedURL, "Unsupported HTTP version in response", .invalidResponse),
            (.unknown, "SSL certificate problem: certificate has expired", .certificateExpired),
            (.unknown, "SSL certificate problem: self-signed certificate", .certificateUntrusted),
            (.unknown, "SSL certificate problem: unable to get local issuer certificate", .certificateUntrusted),
            (
                .unknown, "SSL: no alternative certificate subject name matches target host name 'x'",
                .certificateHostMismatch
            ),
            (.unknown, "transfer closed with 93 bytes remaining to read", .connectionLost),
            (.unknown, "Connection died, tried 5 times before giving up", .connectionLost),
            (.unknown, "Failed writing header", .invalidResponse), (.unknown, "Header without colon", .invalidResponse),
            (.unknown, "Error while processing content unencoding: incorrect header check", .invalidResponse),
            (.unknown, "Too large response headers: 307201 > 307200", .headersTooLarge),
            (.unknown, "Out of memory", .headersTooLarge),
            (.serverCertificateUntrusted, "", .certificateUntrusted), (.unknown, "something new", .other),
            (.clientCertificateRequired, "", .clientCertificateRequired),
            (.clientCertificateRejected, "", .clientCertificateRejected),
            (.appTransportSecurityRequiresSecureConnection, "", .forbiddenByTransportSecurity),
        ] as [(URLError.Code, String, TransportFailure.Code)]
    )
    func codes(code: URLError.Code, text: String, expected: TransportFailure.Code) {
        let failure = TransportFailure(URLError(code, userInfo: [NSLocalizedDescriptionKey: text]))
        #expect(failure.code == expected)
    }

    @Test("the platform's error is kept without the URL that failed")
    func redacted() {
        let secret = url("https://api.example.com/?key=s3cr3t")
        let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: secret])
        let failure = TransportFailure(error)
        var dumped = ""
        dump(failure, to: &dumped)
        #expect(!(dumped + "\(failure)" + failure.debugDescription).contains("s3cr3t"))
        #expect(failure.urlError?.code == .timedOut)
    }

    @Test(
        "T-03 Retry-After in seconds and the three date forms",
        arguments: [
            ("120", .seconds(120)), (" 3 ", .seconds(3)), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(10)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(10)), ("Sun Nov  6 08:49:37 1994", .seconds(10)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", .zero), ("soon", nil), ("-1", nil), ("", nil), ("1.5", nil),
        ] as [(String, Duration?)]
    )
    func retryAfter(text: String, expected: Duration?) {
        let now = Date(timeIntervalSince1970: 784_111_767)
        #expect(RetryAfter.duration(from: text, now: now) == expected)
    }

    @Test("an absurd number of seconds is no trap")
    func absurd() {
        #expect(RetryAfter.duration(from: String(repeating: "9", count: 40), now: Date()) != nil)
    }
}
