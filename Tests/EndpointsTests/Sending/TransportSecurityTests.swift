import Testing

@testable import Endpoints

@Suite("Transport security")
struct TransportSecurityTests {
    private typealias Sample = SampleCertificates

    private static func code<T>(_ make: () throws -> T) -> TransportSecurityError.Code? {
        do {
            _ = try make()
            return nil
        } catch {
            return (error as? TransportSecurityError)?.code
        }
    }

    @Test(
        "authorities need certificates that can be read",
        arguments: [
            (Sample.authority, nil), ("a note before\n\(Sample.authority)\n\(Sample.client)\n", nil),
            ("", .invalidCertificate), ("no PEM", .invalidCertificate), (Sample.key, .invalidCertificate),
            (Sample.authority.replacingOccurrences(of: "MII", with: "AAA"), .invalidCertificate),
            ("\(Sample.authority)\n-----BEGIN CERTIFICATE-----\nMIIB", .invalidCertificate),
        ] as [(String, TransportSecurityError.Code?)])
    func authorities(pem: String, expected: TransportSecurityError.Code?) {
        #expect(Self.code { try CertificateAuthorities(pem: Data(pem.utf8)) } == expected)
    }

    #if canImport(FoundationNetworking)
    @Test(
        "a client's certificate in PEM needs its own key, and the key's password",
        arguments: [
            (Sample.client, Sample.key, nil, nil), ("\(Sample.key)\n\(Sample.client)", nil, nil, nil),
            (Sample.client, Sample.encryptedKey, "open", nil),
            (Sample.client, Sample.encryptedKey, "shut", .wrongPassword),
            (Sample.client, Sample.encryptedKey, nil, .wrongPassword),
            ("\(Sample.client)\n\(Sample.authority)", Sample.key, nil, nil),
            ("\(Sample.client)\n-----BEGIN CERTIFICATE-----\nMIIB", Sample.key, nil, .invalidCertificate),
            (Sample.authority, Sample.key, nil, .keyMismatch), (Sample.client, "", nil, .invalidCertificate),
            (Sample.client, nil, nil, .invalidCertificate), ("", Sample.key, nil, .invalidCertificate),
        ] as [(String, String?, String?, TransportSecurityError.Code?)])
    func pem(pem: String, key: String?, password: String?, expected: TransportSecurityError.Code?) {
        let code = Self.code {
            try ClientCertificate(pem: Data(pem.utf8), key: key.map { Data($0.utf8) }, password: password)
        }
        #expect(code == expected)
    }
    #endif

    @Test(
        "a PKCS#12 file needs its password and a cipher of today",
        arguments: [
            (Sample.pkcs12, "open", nil), (Sample.pkcs12, "shut", .wrongPassword), (Sample.pkcs12, nil, .wrongPassword),
            (Data("no file".utf8), "open", .invalidCertificate), (Data(), "open", .invalidCertificate),
        ] as [(Data, String?, TransportSecurityError.Code?)])
    func pkcs12(data: Data, password: String?, expected: TransportSecurityError.Code?) {
        #expect(Self.code { try ClientCertificate(pkcs12: data, password: password) } == expected)
    }

    #if canImport(FoundationNetworking)
    @Test("an old PKCS#12 file is an error with the command that makes a new one; a wrong password comes first")
    func oldPKCS12() {
        let error = #expect(throws: TransportSecurityError.self) {
            try ClientCertificate(pkcs12: Sample.oldPKCS12, password: "open")
        }
        #expect(error?.code == .outdatedEncryption)
        #expect(error?.description.contains("openssl pkcs12 -legacy -in") == true)
        #expect(
            Self.code { try ClientCertificate(pkcs12: Sample.oldPKCS12, password: "shut") } == .wrongPassword)
    }
    #endif

    @Test("a pin that is no hash, and a host without any, are errors that name the host")
    func pins() {
        let good = Data(repeating: 7, count: 32).base64EncodedString()
        for pins in [["sha256/AAA="], ["none"], [good, "short="], []] as [Set<String>] {
            let error = #expect(throws: TransportSecurityError.self) {
                try TransportSecurity(publicKeyPins: ["api.example.com": pins])
            }
            #expect(error?.code == .invalidPin)
            #expect(error?.description.contains("api.example.com") == true)
        }
        for name in [
            "https://api.example.com", "api.example.com:443", "192.0.2.7", "[::1]", "::1", "*", "a.*.b", " a.example",
            "",
            "bücher.example", "0x7f.1", "a..b",
        ] {
            #expect(Self.code { try TransportSecurity(publicKeyPins: [name: [good]]) } == .invalidPin, "\(name)")
        }
        #expect(throws: Never.self) { try TransportSecurity(publicKeyPins: ["a.example": ["sha256/\(good)", good]]) }
    }

    @Test("neither a password nor a key is in any description")
    func redacted() throws {
        let certificate = try ClientCertificate(pkcs12: Sample.pkcs12, password: "open")
        let security = try TransportSecurity(clientCertificate: certificate)
        var dumped = ""
        dump(security, to: &dumped)
        #expect(!"\(security) \(String(reflecting: security)) \(dumped)".contains("open"))
    }

    @Test(
        "what Apple's evaluation says has a code",
        arguments: [
            (-67818, .certificateExpired), (-67819, .certificateExpired), (-67602, .certificateHostMismatch),
            (-67843, .certificateUntrusted), (nil, .certificateUntrusted),
        ] as [(Int?, TransportFailure.Code)])
    func status(status: Int?, expected: TransportFailure.Code) { #expect(TrustStatus.code(status) == expected) }

    @Test("the certificates of a PEM text are found in it")
    func certificates() {
        let text = Data("\(Sample.authority)\nbetween\n\(Sample.client)".utf8)
        #expect(PEM.count(in: text) == 2)
        #expect(PEM.certificates(in: text).map(\.first) == [0x30, 0x30])
    }
}
