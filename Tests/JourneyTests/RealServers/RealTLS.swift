import Endpoints
import Testing

extension RealServersOverTLS {
    /// The servers of the test CA: one address, and a port for each thing that can be wrong.
    enum Address {
        static let trusted = RealServerAddress.url("TLS_URL")
        static let http1 = port("TLS_H1_PORT", or: 18444)
        static let expired = port("TLS_EXPIRED_PORT", or: 18445)
        static let wrongHost = port("TLS_WRONGHOST_PORT", or: 18446)
        static let selfSigned = port("TLS_SELFSIGNED_PORT", or: 18447)

        static let clientAuth = port("TLS_MTLS_PORT", or: 18448)

        private static func port(_ name: String, or standard: Int) -> URL {
            var parts = URLComponents(url: trusted, resolvingAgainstBaseURL: false)
            parts?.port = ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
            return parts?.url ?? trusted
        }
    }

    /// Asks which protocol the server sees.
    struct Proto: Endpoint {
        typealias Server = RealServers.HTTPBin
        typealias Response = Protocols
        static let definition = Definition(path: "proto")
    }

    struct Protocols: Decodable, Sendable {
        var protocolName: String
        var tls: String

        enum CodingKeys: String, CodingKey {
            case protocolName = "server_protocol"
            case tls
        }
    }
}

extension RealServersOverTLS {
    @Suite("Certificates and protocols")
    struct Connections {
        @Test(
            "The protocol is negotiated: HTTP/2 where it is offered, else HTTP/1.1",
            arguments: [(Address.trusted, "HTTP/2.0"), (Address.http1, "HTTP/1.1")],
            RealServers.SessionKind.allCases
        )
        func negotiation(row: (server: URL, name: String), kind: RealServers.SessionKind) async throws {
            let protocols = try await kind.session.response(with: Proto(), environment: row.server)
            #expect(protocols.protocolName == row.name)
            #expect(["TLSv1.2", "TLSv1.3"].contains(protocols.tls))
        }

        @Test(
            "A certificate that can't be trusted is a typed error that says why",
            arguments: [
                (Address.expired, TransportFailure.Code.certificateExpired),
                (Address.wrongHost, .certificateHostMismatch),
                (Address.selfSigned, .certificateUntrusted),
            ],
            RealServers.SessionKind.allCases
        )
        func refusal(row: (server: URL, code: TransportFailure.Code), kind: RealServers.SessionKind) async throws {
            let error = await #expect(throws: Proto.TaskError.self) {
                try await kind.session.response(with: Proto(), environment: row.server, auth: .bearer("s3cr3t"))
            }
            guard case .transportError(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == row.code, "\(failure.urlError?.localizedDescription ?? "no text")")
            #expect(failure.isRetryable == false)
            #expect(failure.context?.attempts.count == 1)
            #expect(!"\(failure) \(String(reflecting: failure))".contains("s3cr3t"))
        }

        @Test("A server that is trusted is used after one that isn't", arguments: RealServers.SessionKind.allCases)
        func recovery(kind: RealServers.SessionKind) async throws {
            let session = kind.session
            for _ in 0..<3 {
                let refused = await session.result(with: Proto(), environment: Address.expired)
                if case .success = refused { Issue.record("The expired certificate was accepted.") }
                _ = try await session.response(with: Proto(), environment: Address.trusted)
            }
        }

        @Test("Twenty requests at once over HTTP/2 get their own answers", arguments: RealServers.SessionKind.allCases)
        func parallel(kind: RealServers.SessionKind) async throws {
            let session = kind.session
            try await withThrowingTaskGroup(of: (Int, RealServers.Echo).self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let call = RealServers.Anything(text: "\(number)")
                        return (number, try await session.response(with: call, environment: Address.trusted))
                    }
                }
                for try await (number, echo) in group { #expect(echo.url.hasSuffix("/anything/\(number)")) }
            }
        }
    }

    @Suite("Redirects and credentials over https", .serialized)
    struct Journeys {
        static let servers = [Address.trusted, Address.http1]

        @Test("X-01 A redirect from https to http is refused", arguments: servers, RealServers.SessionKind.allCases)
        func insecure(server: URL, kind: RealServers.SessionKind) async throws {
            for status in [301, 302, 303, 307, 308] {
                let redirect = RealServers.Redirect(target: "http://127.0.0.1:1/anything?page=2", status: status)
                let error = await #expect(throws: RealServers.Redirect.TaskError.self) {
                    try await kind.session.response(with: redirect, environment: server, auth: .bearer("s3cr3t"))
                }
                guard case .transportError(let failure) = error else {
                    Issue.record("It is \(String(describing: error)).")
                    return
                }
                #expect(failure.code == .insecureRedirect)
                #expect(failure.detail?.hasPrefix("http://127.0.0.1:1/anything") == true)
            }
        }

        @Test("X-01 Credentials don't follow a redirect to another port", arguments: RealServers.SessionKind.allCases)
        func otherPort(kind: RealServers.SessionKind) async throws {
            let target = Address.http1.appendingPathComponent("anything").absoluteString
            let upload = RealServers.RedirectedPut(target: target, status: 307, body: Data("the body".utf8))
            let answer = try await kind.session.endpointResponse(
                with: upload,
                environment: Address.trusted,
                auth: .bearer("s3cr3t")
            )
            #expect(answer.request.url?.port == Address.http1.port)
            #expect(answer.value.headers["Authorization"] == nil)
            #expect(answer.value.method == "PUT")
            #expect(answer.value.data == "the body")
        }

        @Test("X-03 A redirect inside the origin keeps credentials and body", arguments: servers, [307, 308])
        func sameOrigin(server: URL, status: Int) async throws {
            let upload = RealServers.RedirectedPut(target: "/anything", status: status, body: Data("the body".utf8))
            let echo = try await URLSession.fresh().response(with: upload, environment: server, auth: .bearer("s3cr3t"))
            #expect(echo.headers["Authorization"] == "Bearer s3cr3t")
            #expect(echo.data == "the body")
        }

        @Test("A redirect to a server that isn't trusted is a typed error")
        func untrustedTarget() async throws {
            let target = Address.selfSigned.appendingPathComponent("anything").absoluteString
            let error = await #expect(throws: RealServers.Redirect.TaskError.self) {
                try await URLSession.shared.response(
                    with: RealServers.Redirect(target: target),
                    environment: Address.trusted
                )
            }
            guard case .transportError(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .certificateUntrusted)
        }

        @Test("Credentials are accepted over https", arguments: servers, RealServers.SessionKind.allCases)
        func accepted(server: URL, kind: RealServers.SessionKind) async throws {
            let session = kind.session
            let basic = try await session.response(
                with: RealServers.BasicCheck(),
                environment: server,
                auth: .basic(username: "user", password: "s3cr3t")
            )
            #expect(basic == RealServers.Approval(authenticated: true, user: "user"))
            let bearer = try await session.response(
                with: RealServers.BearerCheck(),
                environment: server,
                auth: .bearer("s3cr3t")
            )
            #expect(bearer == RealServers.Approval(authenticated: true, token: "s3cr3t"))
        }

        @Test(
            "H-03 A Basic challenge in lower case is a typed 401", arguments: servers, RealServers.SessionKind.allCases)
        func challenge(server: URL, kind: RealServers.SessionKind) async throws {
            let error = await #expect(throws: RealServers.BasicCheck.TaskError.self) {
                try await kind.session.response(
                    with: RealServers.BasicCheck(),
                    environment: server,
                    auth: .basic(username: "user", password: "wrong")
                )
            }
            #expect(error?.statusCode == 401)
            for name in ["WWW-Authenticate", "www-authenticate"] {
                #expect(error?.httpResponse?.value(forHTTPHeaderField: name)?.hasPrefix("Basic") == true)
            }
        }
    }
}
