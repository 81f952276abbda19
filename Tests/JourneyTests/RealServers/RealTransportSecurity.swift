#if canImport(FoundationNetworking)
import Endpoints
import Testing

extension RealServersOverTLS {
    @Suite(
        "Transport security", .onCurl,
        .enabled(if: RealServerAddress.isSet("TLS_FILES"), "It takes servers that were started by .scripts."))
    struct Security {
        /// The certificates and keys of the servers' authority.
        private static func file(_ name: String) throws -> Data { try Data(contentsOf: path(name)) }

        private static func path(_ name: String) -> URL {
            let folder = ProcessInfo.processInfo.environment["TLS_FILES"] ?? "/"
            return URL(fileURLWithPath: folder).appendingPathComponent(name)
        }

        private static func strict(_ number: Int) -> URL {
            let port = RealServerAddress.number("STRICT_TLS_PORT") + number
            return URL(string: "https://localhost:\(port)") ?? URL(fileURLWithPath: "/")
        }

        private static func privateAuthority() throws -> CertificateAuthorities {
            try CertificateAuthorities(pem: file("ca.pem"))
        }

        private static func clientCertificate() throws -> ClientCertificate {
            try ClientCertificate(pem: file("client.pem"), key: file("client.key"))
        }

        /// An authority that signed nothing here.
        private static func otherAuthority(includesSystem: Bool) throws -> CertificateAuthorities {
            try CertificateAuthorities(pem: file("selfsigned.pem"), includesSystem: includesSystem)
        }

        private static func failure(of session: URLSession, at url: URL) async throws -> TransportFailure.Code? {
            let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero))
            let error = try await session.failure(of: Proto(), environment: url, options: options)
            #expect(error.isRetryable == false)
            return error.transportCode
        }

        @Test("a private authority takes the place of the system's, or joins them")
        func authorities() async throws {
            let alone = URLSession.forEndpoints(security: try TransportSecurity(authorities: Self.privateAuthority()))
            _ = try await alone.response(with: Proto(), environment: Address.trusted)
            let other = URLSession.forEndpoints(
                security: try TransportSecurity(authorities: Self.otherAuthority(includesSystem: false)))
            // The authority is among the system's for as long as these tests run.
            #expect(try await Self.failure(of: other, at: Address.trusted) == .certificateUntrusted)
            _ = try await other.response(with: Proto(), environment: Address.selfSigned)
            let both = URLSession.forEndpoints(
                security: try TransportSecurity(authorities: Self.otherAuthority(includesSystem: true)))
            for url in [Address.trusted, Address.selfSigned, Address.trusted] {
                _ = try await both.response(with: Proto(), environment: url)
            }
        }

        @Test("every kind of bad certificate has a code of its own, whoever is trusted")
        func certificates() async throws {
            let security = try TransportSecurity(authorities: Self.privateAuthority())
            let session = URLSession.forEndpoints(security: security)
            for (url, code) in [
                (Address.expired, TransportFailure.Code.certificateExpired),
                (Address.wrongHost, .certificateHostMismatch), (Address.selfSigned, .certificateUntrusted),
            ] {
                #expect(try await Self.failure(of: session, at: url) == code)
            }
        }

        @Test("a pin is any key of the chain; a host without one of them gets no request, on any connection")
        func pins() async throws {
            let keys = try ["good", "ca", "selfsigned"].map { try OpenSSL.pin(of: Self.file("\($0).pem")) }
            let authorities = try Self.privateAuthority()
            for (pins, isAccepted) in [([keys[0]], true), ([keys[2], keys[1]], true), ([keys[2]], false)] {
                let security = try TransportSecurity(authorities: authorities, publicKeyPins: ["localhost": Set(pins)])
                let session = URLSession.forEndpoints(security: security)
                for url in [Address.trusted, Address.http1, Address.trusted] {
                    if isAccepted {
                        _ = try await session.response(with: Proto(), environment: url)
                    } else {
                        #expect(try await Self.failure(of: session, at: url) == .certificatePinMismatch)
                    }
                }
            }
            // Another host is not pinned.
            let security = try TransportSecurity(authorities: authorities, publicKeyPins: ["example.test": [keys[2]]])
            _ = try await URLSession.forEndpoints(security: security).response(
                with: Proto(), environment: Address.trusted)
        }

        @Test("a pinned key doesn't make an untrusted certificate good")
        func untrustedPin() async throws {
            let key = try OpenSSL.pin(of: Self.file("selfsigned.pem"))
            let session = URLSession.forEndpoints(security: try TransportSecurity(publicKeyPins: ["localhost": [key]]))
            #expect(try await Self.failure(of: session, at: Address.selfSigned) == .certificateUntrusted)
        }

        @Test(
            "a client's certificate in PEM or PKCS#12 is shown to a server that asks for it", arguments: [0, 1],
            [true, false])
        func clientCertificate(version: Int, isPEM: Bool) async throws {
            let authorities = try Self.privateAuthority()
            let certificate =
                try isPEM
                ? Self.clientCertificate()
                : ClientCertificate(
                    pkcs12: OpenSSL.pkcs12(of: Self.path("client.pem"), key: Self.path("client.key"), password: "open"),
                    password: "open")
            let security = try TransportSecurity(authorities: authorities, clientCertificate: certificate)
            let session = URLSession.forEndpoints(security: security)
            let page = try await session.response(with: Page(), environment: Self.strict(version))
            #expect(page.contains("Client certificate"))
            let client = Address.clientAuth
            #expect(try await session.response(with: Client(), environment: client).client == "CN=client")
        }

        @Test("without one, and with one of another authority, the server's alert has its code, and nothing is retried")
        func refusedClient() async throws {
            let authorities = try Self.privateAuthority()
            let none = URLSession.forEndpoints(security: try TransportSecurity(authorities: authorities))
            let wrong = try ClientCertificate(pem: Self.file("selfsigned.pem"), key: Self.file("selfsigned.key"))
            let other = URLSession.forEndpoints(
                security: try TransportSecurity(authorities: authorities, clientCertificate: wrong))
            #expect(try await Self.failure(of: none, at: Self.strict(0)) == .clientCertificateRequired)
            // TLS 1.2 has one alert for all that a handshake may lack.
            #expect(try await Self.failure(of: none, at: Self.strict(1)) == .secureConnectionFailed)
            for version in [0, 1] {
                #expect(try await Self.failure(of: other, at: Self.strict(version)) == .clientCertificateRejected)
            }
        }

        @Test("a server that speaks only an older TLS than the oldest that is wanted is refused")
        func minimumVersion() async throws {
            let authorities = try Self.privateAuthority()
            let certificate = try Self.clientCertificate()
            for (version, isAccepted) in [(TransportSecurity.Version.v1_2, true), (.v1_3, false)] {
                let security = try TransportSecurity(
                    authorities: authorities, clientCertificate: certificate, minimumVersion: version)
                let session = URLSession.forEndpoints(security: security)
                if isAccepted {
                    _ = try await session.response(with: Page(), environment: Self.strict(1))
                } else {
                    #expect(try await Self.failure(of: session, at: Self.strict(1)) == .secureConnectionFailed)
                }
            }
        }
    }

    /// The status page of openssl's server.
    private struct Page: Endpoint {
        typealias Server = RealServers.HTTPBin
        typealias Response = String
        static let definition = Definition(path: "")
    }

    private struct Client: Endpoint {
        struct Response: Decodable, Sendable {
            var client: String
        }
        typealias Server = RealServers.HTTPBin
        static let definition = Definition(path: "proto")
    }
}
#endif
