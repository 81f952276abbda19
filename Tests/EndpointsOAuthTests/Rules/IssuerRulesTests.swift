import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// The issuer in a redirect (RFC 9207) and the nonce in an ID token (OpenID Connect Core).
@Suite(.timeLimit(.minutes(5)))
struct IssuerRulesTests {
    private static let issuer = "https://as.example.com"

    @Test("S0-34 A redirect that names the issuer is good")
    func right() throws {
        #expect(try handled("code=c&state=s1&iss=https%3A%2F%2Fas.example.com") == "code c")
        #expect(try handled("code=c&state=s1&iss=https://as.example.com") == "code c")
        #expect(try handled("code=c&state=s1&iss=https%3A%2F%2Fas.example.com", required: true) == "code c")
    }

    @Test(
        "S0-34 A redirect that names another issuer is refused",
        arguments: [
            "https://evil.example.com", "https://as.example.com/", "https://AS.example.com", "http://as.example.com",
            "https://as.example.com.evil.org", "https://as.example.co", "", "https%253A%252F%252Fas.example.com",
        ]
    )
    func wrong(name: String) throws {
        for required in [true, false] {
            #expect(try handled("code=c&state=s1&iss=\(name)", required: required) == "issuerMismatch")
        }
    }

    @Test("S0-34 An error from another issuer is no word of the server")
    func wrongError() throws {
        #expect(try handled("error=access_denied&state=s1&iss=https://evil.example.com") == "issuerMismatch")
        // Some servers name themselves with a code only.
        #expect(try handled("error=access_denied&state=s1", required: true) == "server access_denied")
        #expect(try handled("error=access_denied&state=s1&iss=https://as.example.com") == "server access_denied")
    }

    @Test("S0-34 Without an issuer a redirect is good unless the server is known to name it")
    func absent() throws {
        #expect(try handled("code=c&state=s1") == "code c")
        #expect(try handled("code=c&state=s1", required: true) == "issuerMismatch")
        #expect(try handled("code=c&state=s1&iss=https://any.example.com", issuer: nil) == "code c")
    }

    @Test("O-01 The state is compared before the issuer")
    func stateFirst() throws {
        #expect(try handled("code=c&state=s2&iss=https://evil.example.com") == "stateMismatch")
    }

    @Test("S0-34 A wrong issuer ends the sign-in, and asks the server nothing")
    func ends() throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        var configuration = OAuthConfiguration.client(of: server.url)
        configuration.issuer = Self.issuer
        let attempt = try AuthorizationCodeFlow(configuration).begin()
        let redirect = "myapp://cb?code=c&state=\(attempt.state)&iss="
        #expect(outcome(attempt.handle(redirect: try url(redirect + "https://evil.example.com"))) == "issuerMismatch")
        #expect(outcome(attempt.handle(redirect: try url(redirect + Self.issuer))) == "not mine")
        #expect(server.connectionCount == 0)
    }

    @Test("S0-36 An ID token with the nonce is good")
    func rightNonce() async throws {
        let token = Self.token(#"{"nonce":"n1","sub":"x"}"#)
        let response = try await exchange(idToken: token, nonce: "n1")
        #expect(response.idToken == token)
        #expect(try await exchange(idToken: Self.token(#"{"nonce":"é?>"}"#), nonce: "é?>").idToken != nil)
    }

    @Test(
        "S0-36 An ID token with another nonce, or with none, is refused",
        arguments: [
            #"{"nonce":"n2"}"#, #"{"nonce":""}"#, #"{"nonce":null}"#, #"{"nonce":["n1"]}"#, "{}", "[]", "n1",
            #"{"Nonce":"n1"}"#, #"{"nonce":"n1x"}"#, #"{"nonce":"N1"}"#, #"{"x":{"nonce":"n1"}}"#,
        ]
    )
    func wrongNonce(claims: String) async throws {
        let error = await failure { try await exchange(idToken: Self.token(claims), nonce: "n1") }
        #expect(error?.kind == "nonceMismatch")
    }

    @Test(
        "S0-36 What is no ID token has no nonce",
        arguments: [nil, "", "n1", "a.b.c", "..", "e30.!!.x", "S3CR3T.S3CR3T.x"])
    func noToken(argument: String?) async throws {
        // The log shows arguments.
        let idToken = argument?.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        let error = await failure { try await exchange(idToken: idToken, nonce: "n1") }
        #expect(error?.kind == "nonceMismatch")
        #expect(SecretWalk.leaks(in: error as Any).isEmpty)
    }

    @Test("S0-36 Where no nonce was asked for, none is compared")
    func unasked() async throws {
        #expect(try await exchange(idToken: Self.token(#"{"nonce":"n2"}"#), nonce: nil).tokenPair.accessToken == "A1")
        #expect(try await exchange(idToken: nil, nonce: nil).idToken == nil)
    }

    @Test("S0-36 A sign-in compares its own nonce")
    func ofAttempt() async throws {
        let token = Self.token(#"{"nonce":"n1"}"#)
        let server = try LoopbackServer(replies: [.tokens("A1", more: #","id_token":"\#(token)""#)])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        let good = try flow.begin(nonce: "n1")
        #expect(try await flow.exchange(code: "c", of: good).tokenPair.accessToken == "A1")
        #expect(server.requests.first?.field("code_verifier") == good.pkce.verifier)
        let other = try flow.begin(nonce: AuthorizationCodeFlow.makeNonce())
        #expect(await failure { try await flow.exchange(code: "c", of: other) }?.kind == "nonceMismatch")
    }

    private static func token(_ claims: String) -> String {
        let payload = Data(claims.utf8).base64EncodedString().filter { $0 != "=" }
        return "e30." + payload.replacing("+", with: "-").replacing("/", with: "_") + ".sig"
    }

    private func exchange(idToken: String?, nonce: String?) async throws -> TokenResponse {
        let more = idToken.map { #","id_token":"\#($0)""# } ?? ""
        let server = try LoopbackServer(replies: [.tokens("A1", more: more)])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        return try await flow.exchange(code: "c", pkce: PKCE(), nonce: nonce)
    }

    private func handled(_ query: String, required: Bool = false, issuer: String? = issuer) throws -> String {
        var configuration = try OAuthConfiguration.offline()
        configuration.issuer = issuer
        configuration.requiresIssuer = required
        let flow = AuthorizationCodeFlow(configuration)
        return outcome(flow.handle(redirect: try url("myapp://cb?\(query)"), expectedState: "s1"))
    }
}
