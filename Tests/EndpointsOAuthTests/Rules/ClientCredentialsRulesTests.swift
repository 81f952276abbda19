import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// Services that sign in by themselves (RFC 6749 §4.4).
@Suite(.timeLimit(.minutes(5)))
struct ClientCredentialsRulesTests {
    private struct Site: ServerDefinition {
        typealias Environments = URL
        static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    }

    private struct Call: Endpoint {
        typealias Server = Site
        typealias Response = String
        static let definition = Definition(path: "api")
    }

    @Test("O-06 A hundred calls at once need one token")
    func coalesced() async throws {
        let server = try LoopbackServer {
            $0.path == "/token" ? .tokens("T1", more: #","expires_in":3600"#) : Reply(body: "ok")
        }
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        let session = URLSession.fresh()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 {
                group.addTask { try await session.response(with: Call(), environment: server.url, auth: auth) }
            }
            for try await text in group { #expect(text == "ok") }
        }
        #expect(server.requests(at: "/token").count == 1)
        let calls = server.requests(at: "/api")
        #expect(calls.count == 100)
        #expect(calls.allSatisfy { $0.headerValues("Authorization") == ["Bearer T1"] })
    }

    @Test("S0-36 The token request has the grant, the scopes and what was added, byte for byte")
    func wire() async throws {
        let server = try LoopbackServer(replies: [.tokens("T1")])
        var configuration = configuration(server)
        configuration.scopes = ["read", "write"]
        let auth = ClientCredentialsAuth(configuration, parameters: ["audience": "https://api/a+b"], session: .fresh())
        _ = try await auth.authenticate(request: URLRequest(url: server.url))
        let request = try #require(server.requests.first)
        #expect(request.header("Authorization") == "Basic " + Data("client:pw".utf8).base64EncodedString())
        #expect(request.field("grant_type") == "client_credentials")
        #expect(request.field("scope") == "read write")
        #expect(request.field("audience") == "https://api/a+b")
        #expect(request.field("refresh_token") == nil)
        #expect(request.field("client_secret") == nil)
    }

    @Test("R-08 A token is kept as long as it is good")
    func cached() async throws {
        let server = try LoopbackServer(replies: [.tokens("T1", more: #","expires_in":3600"#)])
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        for _ in 0..<5 { #expect(try await bearer(auth) == "Bearer T1") }
        #expect(server.requestCount == 1)
    }

    @Test("R-15 A token without a lifetime is kept")
    func endless() async throws {
        let server = try LoopbackServer(replies: [.tokens("T1"), .tokens("T2")])
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        for _ in 0..<5 { #expect(try await bearer(auth) == "Bearer T1") }
        #expect(server.requestCount == 1)
    }

    @Test("R-08 A token that has ended is renewed")
    func expired() async throws {
        let server = try LoopbackServer {
            .tokens("T\($0.number + 1)", more: #","expires_in":\#($0.number == 0 ? "0.002" : "3600")"#)
        }
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        #expect(try await bearer(auth) == "Bearer T1")
        let end = Date() + 0.005
        while Date() < end { await Task.yield() }
        for _ in 0..<3 { #expect(try await bearer(auth) == "Bearer T2") }
        #expect(server.requests.map { $0.field("grant_type") } == ["client_credentials", "client_credentials"])
    }

    @Test("R-07 A refused token is renewed once for a hundred calls, by the same grant")
    func refused() async throws {
        let grants = Locked(0)
        let api = try LoopbackServer { request in
            if request.path == "/token" {
                let number = grants.withLock { number -> Int in
                    number += 1
                    return number
                }
                return .tokens("T\(number)", refresh: "never", more: #","expires_in":3600"#)
            }
            return request.header("Authorization") == "Bearer T1" ? .json("{}", status: 401) : Reply(body: "ok")
        }
        let auth = ClientCredentialsAuth(configuration(api), session: .fresh())
        let session = URLSession.fresh()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 {
                group.addTask { try await session.response(with: Call(), environment: api.url, auth: auth) }
            }
            for try await text in group { #expect(text == "ok") }
        }
        let tokens = api.requests(at: "/token")
        #expect(tokens.map { $0.field("grant_type") } == ["client_credentials", "client_credentials"])
        #expect(tokens.allSatisfy { $0.field("refresh_token") == nil })
    }

    @Test(
        "R-13 A failure is told with its reason, and the next request asks again",
        arguments: [
            "invalid_client 401", "invalid_grant 400", "server_error 500", "invalid_scope 400", "invalid_grant 200",
        ]
    )
    func failureThenSuccess(row: String) async throws {
        let parts = row.split(separator: " ").map(String.init)
        let server = try LoopbackServer(replies: [.refusal(parts[0], status: Int(parts[1]) ?? 0), .tokens("T1")])
        let auth = ClientCredentialsAuth(configuration(server, secret: SecretWalk.secret), session: .fresh())
        do {
            _ = try await bearer(auth)
            Issue.record("succeeded")
        } catch let error as AuthenticationError {
            #expect(error.code == .refreshFailed)
            let underlying = try #require(error.underlying)
            #expect((underlying as? OAuthError)?.serverCode == parts[0])
            #expect(SecretWalk.leaks(in: underlying).isEmpty)
        }
        #expect(try await bearer(auth) == "Bearer T1")
        #expect(server.requestCount == 2)
        #expect(SecretWalk.leaks(in: auth).isEmpty)
    }

    @Test("R-13 A renewal that fails is told, and the next request asks again")
    func renewalFails() async throws {
        let server = try LoopbackServer(replies: [
            .tokens("T1"), .refusal("invalid_client", status: 401), .tokens("T3"),
        ])
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        let request = try await auth.authenticate(request: URLRequest(url: server.url))
        await #expect(throws: AuthenticationError.self) { try await auth.reauthenticate(after: request) }
        try await auth.reauthenticate(after: request)
        #expect(try await bearer(auth) == "Bearer T3")
        #expect(server.requestCount == 3)
    }

    @Test("R-08 A caller that is cancelled leaves alone, and the token still comes")
    func cancelled() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply.tokens("T1").delayed(behind: gate), .tokens("T2")])
        let auth = ClientCredentialsAuth(configuration(server), session: .fresh())
        let impatient = Task { try await bearer(auth) }
        _ = await server.requests(count: 1)
        let patient = Task { try await bearer(auth) }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        gate.open()
        #expect(try await patient.value == "Bearer T1")
        #expect(server.requestCount == 1)
    }

    private func bearer(_ auth: ClientCredentialsAuth) async throws -> String? {
        let request = URLRequest(url: try url("https://api.example.com/x"))
        return try await auth.authenticate(request: request).value(forHTTPHeaderField: "Authorization")
    }

    private func configuration(_ server: LoopbackServer, secret: String = "pw") -> OAuthConfiguration {
        .client(of: server.url, authentication: .basic(secret: secret))
    }
}
