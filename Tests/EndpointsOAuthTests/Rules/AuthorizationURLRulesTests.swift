import EndpointsOAuth
import Foundation
import Testing

/// The URL at which a user signs in (RFC 6749 §4.1.1).
@Suite(.timeLimit(.minutes(5)))
struct AuthorizationURLRulesTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let proof = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test("S0-33 The URL has what RFC 6749 and RFC 7636 ask for, and nothing else")
    func exactItems() throws {
        let (head, items) = try parts(of: .offline(scopes: ["read", "write"]))
        #expect(head == "https://auth.example.com/authorize")
        let expected = [
            "response_type=code", "client_id=client", "redirect_uri=myapp%3A%2F%2Fcb", "scope=read%20write", "state=s1",
            Self.proof, "code_challenge_method=S256",
        ]
        #expect(items.sorted() == expected.sorted())
    }

    @Test("S0-33 Without scopes and nonce there are none in the URL")
    func absent() throws {
        let (_, items) = try parts(of: .offline())
        #expect(!items.contains { $0.hasPrefix("scope") || $0.hasPrefix("nonce") })
    }

    @Test("U-08 Scopes are joined with one space, or with the server's separator")
    func separators() throws {
        var configuration = try OAuthConfiguration.offline(scopes: ["read", "write"])
        #expect(try parts(of: configuration).items.contains("scope=read%20write"))
        configuration.scopeSeparator = ","
        let item = try parts(of: configuration).items.first { $0.hasPrefix("scope=") }
        #expect(item == "scope=read%2Cwrite" || item == "scope=read,write")
        configuration.scopeSeparator = "+"
        #expect(try parts(of: configuration).items.contains("scope=read%2Bwrite"))
    }

    @Test("U-08 One scope stands alone, and special characters are encoded")
    func scopeCharacters() throws {
        let (_, items) = try parts(of: .offline(scopes: ["https://ex.com/auth/a+b&c"]))
        let value = items.first { $0.hasPrefix("scope=") }.map { $0.dropFirst(6) }
        #expect(value?.contains { "+&".contains($0) } == false)
        #expect(value?.removingPercentEncoding == "https://ex.com/auth/a+b&c")
    }

    @Test(
        "S0-33 The query that the endpoint has is kept as it is", arguments: ["tenant=a%20b&x=1", "p=B2C_1%2Fx", "x="])
    func existingQuery(query: String) throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.authorizationEndpoint = try url("https://auth.example.com/authorize?\(query)")
        let text = try address(configuration).absoluteString
        #expect(text.hasPrefix("https://auth.example.com/authorize?\(query)&"))
        #expect(text.split(separator: "?").count == 2)
        #expect(text.contains("&state=s1"))
    }

    @Test("The endpoint's query is joined by exactly one ampersand", arguments: ["?", "?&", "?x=1&", "?x=1&&"])
    func openQuery(tail: String) throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.authorizationEndpoint = try url("https://auth.example.com/authorize" + tail)
        let text = try address(configuration).absoluteString
        let head = "https://auth.example.com/authorize?" + (tail.contains("x") ? "x=1&" : "")
        #expect(text.hasPrefix(head + "response_type=code&"))
        #expect(!text.contains("&&") && !text.contains("?&"))
    }

    @Test("S0-33 More parameters come in their order, encoded once")
    func extra() throws {
        let text = try address(
            .offline(), parameters: ["prompt": "consent login", "login_hint": "a+b@ex.com", "x": "%41&é"]
        )
        .absoluteString
        let items = text.split { "?&".contains($0) }.map(String.init)
        let places = ["prompt", "login_hint", "x"].map { name in items.firstIndex { $0.hasPrefix(name + "=") } }
        let found = try places.map { try #require($0) }
        #expect(found == found.sorted())
        #expect(items[found[0]] == "prompt=consent%20login")
        #expect(items[found[1]].hasPrefix("login_hint=a%2Bb"))
        #expect(items[found[1]].removingPercentEncoding == "login_hint=a+b@ex.com")
        #expect(items[found[2]] == "x=%2541%26%C3%A9")
    }

    @Test(
        "S0-33 The flow's own parameters can't be replaced",
        arguments: [
            "state", "code_challenge", "code_challenge_method", "client_id", "redirect_uri", "response_type", "scope",
            "nonce",
        ]
    )
    func ownNames(name: String) throws {
        let flow = AuthorizationCodeFlow(try .offline(scopes: ["read"]))
        let error = #expect(throws: OAuthError.self) {
            try flow.authorizationURL(state: "s1", pkce: PKCE(), nonce: "n1", parameters: [name: "x"])
        }
        #expect(error?.kind == "invalidConfiguration")
        let second = #expect(throws: OAuthError.self) { try flow.begin(nonce: "n1", parameters: [name: "x"]) }
        #expect(second?.kind == "invalidConfiguration")
    }

    @Test("S0-33 A nonce is sent as it is")
    func nonce() throws {
        let url = try AuthorizationCodeFlow(.offline()).authorizationURL(state: "s1", pkce: PKCE(), nonce: "n+1")
        #expect(url.absoluteString.contains("nonce=n%2B1"))
        let attempt = try AuthorizationCodeFlow(.offline()).begin(nonce: "n2")
        #expect(attempt.nonce == "n2")
        #expect(attempt.url.absoluteString.contains("nonce=n2"))
        #expect(try AuthorizationCodeFlow(.offline()).begin().nonce == nil)
    }

    @Test("S0-33 A configuration that lacks a part throws")
    func lacking() throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.authorizationEndpoint = nil
        #expect(kind(of: configuration) == "invalidConfiguration")
        #expect(kind(of: try .offline(redirectURI: "")) == "invalidConfiguration")
    }

    @Test("S0-33 An endpoint with a fragment is refused, or the query comes before it")
    func fragment() throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.authorizationEndpoint = try url("https://auth.example.com/authorize#top")
        guard kind(of: configuration) == nil else { return }
        let made = try address(configuration)
        #expect(made.query?.contains("state=s1") == true)
    }

    @Test("S0-33 What the attempt holds is what its URL says")
    func attempt() throws {
        let attempt = try AuthorizationCodeFlow(.offline()).begin()
        let items = URLComponents(url: attempt.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        #expect(items.first { $0.name == "state" }?.value == attempt.state)
        #expect(items.first { $0.name == "code_challenge" }?.value == attempt.pkce.challenge)
    }

    private func address(
        _ configuration: OAuthConfiguration, parameters: KeyValuePairs<String, String> = [:]
    ) throws -> URL {
        let flow = AuthorizationCodeFlow(configuration)
        return try flow.authorizationURL(state: "s1", pkce: PKCE(verifier: Self.verifier), parameters: parameters)
    }

    private func parts(of configuration: OAuthConfiguration) throws -> (head: String, items: [String]) {
        let halves = try address(configuration).absoluteString.split(separator: "?", maxSplits: 1).map(String.init)
        return (halves[0], halves[1].split(separator: "&").map(String.init))
    }

    private func kind(of configuration: OAuthConfiguration) -> String? {
        do throws(OAuthError) {
            _ = try AuthorizationCodeFlow(configuration).begin()
            return nil
        } catch { return error.kind }
    }
}
