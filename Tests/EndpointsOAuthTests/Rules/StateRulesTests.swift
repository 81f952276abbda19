import Foundation
import LoopbackServer
import Testing

@testable import EndpointsOAuth

/// The state binds a redirect to the sign-in that asked for it.
@Suite(.timeLimit(.minutes(5)))
struct StateRulesTests {
    private static let redirects = [
        "myapp://cb?code=c&state=s2", "myapp://cb?code=c", "myapp://cb?code=c&state=", "myapp://cb?code=c&state=s",
        "myapp://cb?code=c&state=s11", "myapp://cb?code=c&state=S1", "myapp://cb?code=c&STATE=s1",
        "myapp://cb?code=c&state=s1%20", "myapp://cb?code=c&state=s2&state=s1", "myapp://cb",
        "myapp://cb?error=access_denied&state=s2", "myapp://cb?error=access_denied", "myapp://cb?code=c&xstate=s1",
    ]

    @Test("O-01 A redirect with another state, or with none, is a mismatch", arguments: redirects)
    func mismatch(redirect: String) throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let target = try url(redirect)
        let error = #expect(throws: OAuthError.self) {
            try flow.authorizationCode(fromRedirect: target, expectedState: "s1")
        }
        #expect(error?.kind == "stateMismatch")
        #expect(outcome(flow.handle(redirect: target, expectedState: "s1")) == "stateMismatch")
    }

    @Test("O-01 The right state brings the code")
    func match() throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let code = try flow.authorizationCode(fromRedirect: url("myapp://cb?code=c&state=s1"), expectedState: "s1")
        #expect(code == "c")
    }

    @Test("O-01 An empty expected state matches nothing", arguments: ["myapp://cb?code=c", "myapp://cb?code=c&state="])
    func emptyState(redirect: String) throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let target = try url(redirect)
        let error = #expect(throws: OAuthError.self) {
            try flow.authorizationCode(fromRedirect: target, expectedState: "")
        }
        #expect(error?.kind == "stateMismatch")
    }

    @Test("O-01 A mismatch asks the server nothing, and ends the sign-in once")
    func noRequest() throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let attempt = try AuthorizationCodeFlow(.client(of: server.url)).begin()
        #expect(outcome(attempt.handle(redirect: try url("myapp://cb?code=c&state=other"))) == "stateMismatch")
        let later = attempt.handle(redirect: try url("myapp://cb?code=c&state=\(attempt.state)"))
        #expect(outcome(later) == "not mine")
        #expect(server.connectionCount == 0)
    }

    @Test("O-01 States are compared as bytes, to the last one")
    func comparison() {
        let equal = [("", ""), ("a", "a"), ("é", "é"), ("abc", "abc")]
        for (left, right) in equal { #expect(ConstantTime.isEqual(left, right)) }
        let different = [
            ("", "a"), ("a", ""), ("abc", "abd"), ("abc", "ab"), ("ab", "abc"), ("abc", "Abc"), ("aa", "a"),
            ("a", "aa"), ("e\u{301}", "é"), ("a\u{0}", "a"), ("a", "a\u{0}"),
        ]
        for (left, right) in different { #expect(!ConstantTime.isEqual(left, right), "\(left) \(right)") }
    }

    @Test("O-01 States are long, safe in a URL and never the same")
    func makeState() {
        let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let states = (0..<10_000).map { _ in AuthorizationCodeFlow.makeState() }
        #expect(Set(states).count == states.count)
        #expect(states.allSatisfy { $0.count >= 22 && safe.isSuperset(of: $0) })
    }

    @Test("O-01 Two sign-ins don't take each other's redirects")
    func twoTabs() throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let (first, second) = (try flow.begin(), try flow.begin())
        #expect(first.state != second.state)
        #expect(first.pkce != second.pkce)
        let redirect = try url("myapp://cb?code=c&state=\(second.state)")
        #expect(outcome(first.handle(redirect: redirect)) == "stateMismatch")
        #expect(outcome(second.handle(redirect: redirect)) == "code c")
    }

    @Test("O-01 Neither a sign-in nor what it comes to shows its secrets")
    func secrets() throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let secret = SecretWalk.secret
        let attempt = AuthorizationAttempt(
            url: try url("https://auth.example.com/authorize?state=\(secret)"), state: secret,
            pkce: try PKCE(verifier: secret + String(repeating: "a", count: 40)), nonce: secret, flow: flow)
        #expect(SecretWalk.leaks(in: attempt).isEmpty)
        let redirect = try url("myapp://cb?code=\(secret)&state=\(secret)")
        #expect(SecretWalk.leaks(in: attempt.handle(redirect: redirect)).isEmpty)
        #expect(SecretWalk.leaks(in: attempt.handle(redirect: redirect)).isEmpty)
        let stray = try url("myapp://other/\(secret)?code=\(secret)&state=\(secret)")
        #expect(SecretWalk.leaks(in: flow.handle(redirect: stray, expectedState: "s1")).isEmpty)
        #expect(SecretWalk.leaks(in: flow.handle(redirect: redirect, expectedState: "s1")).isEmpty)
    }
}
