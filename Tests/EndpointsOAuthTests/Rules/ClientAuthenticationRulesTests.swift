import Endpoints
import EndpointsMocking
import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// How a client proves on the wire who it is (RFC 6749 §2.3).
@Suite(.timeLimit(.minutes(5)))
struct ClientAuthenticationRulesTests {
    private static let hard = "+/:% é"
    private static let encoded = "Basic Y2xpZW50OiUyQiUyRiUzQSUyNSslQzMlQTk="
    private static let raw = "Basic Y2xpZW50OisvOiUgw6k="

    @Test("O-06 Basic form-encodes the identifier and the secret first")
    func basic() async throws {
        let request = try await sent(.basic(secret: Self.hard))
        #expect(request.headerValues("Authorization") == [Self.encoded])
        #expect(request.field("client_secret") == nil)
    }

    @Test("O-06 Basic encodes an identifier with special characters")
    func basicIdentifier() async throws {
        let request = try await sent(.basic(secret: "a&b=c d"), clientID: "cli ent:1")
        let value = try #require(request.header("Authorization"))
        let plain = Data(base64Encoded: String(value.dropFirst("Basic ".count)))
        #expect(plain == Data("cli+ent%3A1:a%26b%3Dc+d".utf8))
    }

    @Test("O-06 Basic leaves letters, digits and unreserved marks as they are")
    func basicPlain() async throws {
        let request = try await sent(.basic(secret: "Az09-._"))
        #expect(request.header("Authorization") == "Basic " + Data("client:Az09-._".utf8).base64EncodedString())
    }

    @Test("O-06 Raw Basic sends identifier and secret as they are")
    func basicRaw() async throws {
        let request = try await sent(.basicRaw(secret: Self.hard))
        #expect(request.headerValues("Authorization") == [Self.raw])
        #expect(request.field("client_secret") == nil)
    }

    @Test("O-06 A secret in the body is encoded once, and nothing is in the head")
    func post() async throws {
        let request = try await sent(.post(secret: Self.hard))
        #expect(request.header("Authorization") == nil)
        #expect(request.field("client_id") == "client")
        #expect(request.field("client_secret") == Self.hard)
        let raw = request.bodyText.split(separator: "&").first { $0.hasPrefix("client_secret=") }
        #expect(raw == "client_secret=%2B%2F%3A%25+%C3%A9" || raw == "client_secret=%2B%2F%3A%25%20%C3%A9")
    }

    @Test("O-06 A public client sends its identifier and no proof")
    func none() async throws {
        let request = try await sent(.none)
        #expect(request.header("Authorization") == nil)
        #expect(request.formItems.filter { $0.name == "client_id" }.map(\.value) == ["client"])
        #expect(request.field("client_secret") == nil)
    }

    @Test(
        "O-06 Every endpoint gets the proof",
        arguments: ["exchange", "refresh", "device", "revoke", "introspect", "own"])
    func everywhere(call: String) async throws {
        let server = try LoopbackServer(replies: [.json("{}")])
        let configuration = OAuthConfiguration.client(of: server.url, authentication: .basic(secret: Self.hard))
        let session = URLSession.fresh()
        switch call {
        case "exchange":
            _ = try? await AuthorizationCodeFlow(configuration, session: session).exchange(code: "c", pkce: PKCE())
        case "refresh": _ = try? await OAuthClient(configuration, session: session).refresh("r1")
        case "device": _ = try? await DeviceCodeFlow(configuration, session: session).begin()
        case "revoke": _ = try? await OAuthClient(configuration, session: session).revoke("t")
        case "introspect": _ = try? await OAuthClient(configuration, session: session).introspect("t")
        default:
            _ = try? await ClientCredentialsAuth(configuration, session: session).authenticate(
                request: URLRequest(url: server.url))
        }
        #expect(server.requestCount == 1)
        #expect(server.requests.first?.header("Authorization") == Self.encoded)
    }

    @Test("O-08 The exchange is a form that asks for JSON, byte for byte")
    func exchange() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        let verifier = String(repeating: "a", count: 43)
        _ = try await flow.exchange(code: "4/0A+b&c=%", pkce: PKCE(verifier: verifier))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/token")
        #expect(request.headerValues("Accept") == ["application/json"])
        #expect(request.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true)
        let expected = [
            "grant_type=authorization_code", "code=4%2F0A%2Bb%26c%3D%25", "redirect_uri=myapp%3A%2F%2Fcb",
            "client_id=client", "code_verifier=\(verifier)",
        ]
        #expect(request.bodyText.split(separator: "&").map(String.init).sorted() == expected.sorted())
    }

    @Test("O-08 The refresh is a form with the token alone, byte for byte")
    func refresh() async throws {
        let server = try LoopbackServer(replies: [.tokens("A2")])
        let configuration = OAuthConfiguration.client(of: server.url, scopes: ["read"])
        _ = try await AuthorizationCodeFlow(configuration, session: .fresh()).refresh("r+1/=")
        let request = try #require(server.requests.first)
        let expected = ["grant_type=refresh_token", "refresh_token=r%2B1%2F%3D", "client_id=client"]
        #expect(request.bodyText.split(separator: "&").map(String.init).sorted() == expected.sorted())
        #expect(request.headerValues("Accept") == ["application/json"])
    }

    @Test("X-01 Proof and grant don't follow a redirect to another server", arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) async throws {
        let stranger = try LoopbackServer(replies: [.tokens("A1")])
        let place = stranger.url.appendingPathComponent("token").absoluteString
        let server = try LoopbackServer(replies: [.redirect(to: place, status: status)])
        for way in [ClientAuthentication.basic(secret: SecretWalk.secret), .post(secret: SecretWalk.secret)] {
            let configuration = OAuthConfiguration.client(of: server.url, authentication: way)
            _ = try? await OAuthClient(configuration, session: .fresh()).refresh("r-\(SecretWalk.secret)")
        }
        let bodies = stranger.requests.map(\.bodyText)
        #expect(stranger.requests.allSatisfy { $0.header("Authorization") == nil })
        #expect(!bodies.contains { $0.contains("client_secret=") })
        #expect(!bodies.contains { $0.contains("refresh_token=") })
    }

    @Test("O-06 No secret goes over plain http to another machine", arguments: ["basic", "raw", "post", "none"])
    func plainHTTP(name: String) async throws {
        let ways: [String: ClientAuthentication] = [
            "basic": .basic(secret: "pw"), "raw": .basicRaw(secret: "pw"), "post": .post(secret: "pw"),
        ]
        let place = try url("http://auth.example.com")
        let configuration = OAuthConfiguration.client(of: place, authentication: ways[name] ?? .none)
        let sent = Locked(0)
        let error = await withMock { mocks in
            mocks.respondToOthers { _, _ in
                sent.withLock { $0 += 1 }
                return .text(#"{"access_token":"A1"}"#)
            }
        } test: {
            await failure { try await OAuthClient(configuration).refresh("r1") }
        }
        #expect(error?.kind == "requestFailed" || error?.kind == "invalidConfiguration")
        #expect(sent.withLock { $0 } == 0)
    }

    @Test("O-06 No description shows the cookies of the client's session")
    func cookies() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let secret = try #require(
            HTTPCookie(properties: [.name: "id", .value: SecretWalk.secret, .domain: "ex.com", .path: "/"]))
        storage.setCookie(secret)
        let session = URLSessionConfiguration.ephemeral
        session.httpCookieStorage = storage
        let configuration = OAuthConfiguration.client(of: try url("https://ex.com"))
        for session in [URLSession(configuration: session), .forEndpoints(configuration: session)] {
            #expect(SecretWalk.leaks(in: OAuthClient(configuration, session: session)).isEmpty)
            #expect(SecretWalk.leaks(in: AuthorizationCodeFlow(configuration, session: session)).isEmpty)
            #expect(SecretWalk.leaks(in: DeviceCodeFlow(configuration, session: session)).isEmpty)
            #expect(SecretWalk.leaks(in: ClientCredentialsAuth(configuration, session: session)).isEmpty)
        }
    }

    @Test("O-06 No description shows the client's secret")
    func secrets() throws {
        let ways: [ClientAuthentication] = [
            .basic(secret: SecretWalk.secret), .basicRaw(secret: SecretWalk.secret), .post(secret: SecretWalk.secret),
        ]
        for way in ways {
            let configuration = OAuthConfiguration.client(of: try url("https://ex.com"), authentication: way)
            #expect(SecretWalk.leaks(in: way).isEmpty)
            #expect(SecretWalk.leaks(in: configuration).isEmpty)
            #expect(SecretWalk.leaks(in: OAuthClient(configuration)).isEmpty)
            #expect(SecretWalk.leaks(in: AuthorizationCodeFlow(configuration)).isEmpty)
            #expect(SecretWalk.leaks(in: DeviceCodeFlow(configuration)).isEmpty)
            #expect(SecretWalk.leaks(in: ClientCredentialsAuth(configuration)).isEmpty)
        }
    }

    private func sent(_ authentication: ClientAuthentication, clientID: String = "client") async throws -> Request {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        var configuration = OAuthConfiguration.client(of: server.url, authentication: authentication)
        configuration.clientID = clientID
        _ = try await OAuthClient(configuration, session: .fresh()).refresh("r1")
        return try #require(server.requests.first)
    }
}
