import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// The proof of RFC 7636.
@Suite(.timeLimit(.minutes(5)))
struct PKCERulesTests {
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    @Test("O-05 Ten thousand verifiers have 43 to 128 unreserved characters, and none comes twice")
    func verifiers() {
        var seen: Set<String> = []
        for _ in 0..<10_000 {
            let pkce = PKCE()
            #expect((43...128).contains(pkce.verifier.count) && Self.unreserved.isSuperset(of: pkce.verifier))
            #expect(pkce.challenge.count == 43 && !pkce.challenge.contains { "+/=".contains($0) })
            seen.insert(pkce.verifier)
        }
        #expect(seen.count == 10_000)
    }

    @Test("O-05 Thirty-two random bytes are 43 characters")
    func length() {
        #expect(PKCE().verifier.count == 43)
    }

    @Test("O-05 The verifiers use the whole alphabet of base64 for URLs")
    func alphabet() {
        let characters = Set((0..<200).map { _ in PKCE().verifier }.joined())
        #expect(characters.count == 64)
    }

    @Test(
        "O-05 The challenge is that of RFC 7636",
        arguments: [
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            (String(repeating: "a", count: 43), "ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA"),
        ]
    )
    func challenge(verifier: String, challenge: String) throws {
        #expect(try PKCE(verifier: verifier).challenge == challenge)
    }

    @Test("O-05 The method is S256")
    func method() {
        #expect(PKCE.method == "S256")
    }

    @Test("O-05 A verifier of one's own has 43 to 128 characters", arguments: [43, 44, 127, 128])
    func goodLengths(length: Int) throws {
        let verifier = String(repeating: "~", count: length)
        #expect(try PKCE(verifier: verifier).verifier == verifier)
    }

    @Test("O-05 A verifier that is too short or too long is refused", arguments: [0, 1, 42, 129, 1000])
    func badLengths(length: Int) {
        let error = #expect(throws: OAuthError.self) { try PKCE(verifier: String(repeating: "a", count: length)) }
        #expect(error?.kind == "invalidVerifier")
    }

    @Test(
        "O-05 A verifier with another character is refused",
        arguments: ["=", "+", "/", " ", "%", "\n", "\u{0}", "é", "a\u{301}", "ａ", "😀", "&"]
    )
    func badCharacters(character: String) {
        for text in [character + String(repeating: "a", count: 50), String(repeating: "a", count: 50) + character] {
            let error = #expect(throws: OAuthError.self) { try PKCE(verifier: text) }
            #expect(error?.kind == "invalidVerifier")
        }
    }

    @Test("O-05 The challenge goes with the URL, and the verifier with the exchange alone")
    func wire() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        let pkce = try PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        let text = try flow.authorizationURL(state: "s1", pkce: pkce).absoluteString
        #expect(text.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
        #expect(text.contains("code_challenge_method=S256"))
        #expect(!text.contains(pkce.verifier))
        _ = try await flow.exchange(code: "c", pkce: pkce)
        let request = try #require(server.requests.first)
        #expect(request.field("code_verifier") == pkce.verifier)
        #expect(request.field("code_challenge") == nil)
        #expect(request.query == nil)
    }

    @Test("O-05 No description shows the verifier")
    func secrets() throws {
        let verifier = SecretWalk.secret + String(repeating: "b", count: 43)
        #expect(SecretWalk.leaks(in: try PKCE(verifier: verifier)).isEmpty)
        #expect(SecretWalk.leaks(in: ["proof": try PKCE(verifier: verifier)]).isEmpty)
        let error = #expect(throws: OAuthError.self) { try PKCE(verifier: SecretWalk.secret) }
        #expect(SecretWalk.leaks(in: error as Any).isEmpty)
    }
}
