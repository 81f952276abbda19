import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// Which URLs are the redirect URI's, and how it is sent.
@Suite(.timeLimit(.minutes(5)))
struct RedirectAddressRulesTests {
    @Test("O-04 Scheme and host ignore case, and the empty path is “/”", arguments: mine)
    func accepted(redirectURI: String, target: String) throws {
        #expect(try handled(target, redirectURI: redirectURI) == "code c")
    }

    @Test("O-04 A look-alike is none of the sign-in's", arguments: foreign)
    func refused(redirectURI: String, target: String) throws {
        #expect(try handled(target, redirectURI: redirectURI) == "not mine")
    }

    @Test(
        "O-04 The redirect URI is sent as it was given", arguments: ["MyApp://CB", "myapp://cb/", "https://Ex.com:443"])
    func sentAsGiven(redirectURI: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let flow = AuthorizationCodeFlow(.client(of: server.url, redirectURI: redirectURI), session: .fresh())
        let attempt = try flow.begin()
        let items = URLComponents(url: attempt.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        #expect(items.first { $0.name == "redirect_uri" }?.value == redirectURI)
        _ = try await flow.exchange(code: "c", of: attempt)
        #expect(server.requests.first?.field("redirect_uri") == redirectURI)
    }

    @Test("O-04 The raw text of the redirect URI is in the authorization URL, encoded once")
    func encodedOnce() throws {
        let configuration = try OAuthConfiguration.offline(redirectURI: "https://app.example.com/a%20b?x=1&y=2")
        let text = try AuthorizationCodeFlow(configuration).begin().url.absoluteString
        let item = text.split { "?&".contains($0) }.first { $0.hasPrefix("redirect_uri=") }
        let value = item.map { String($0.dropFirst("redirect_uri=".count)) }
        #expect(value?.removingPercentEncoding == "https://app.example.com/a%20b?x=1&y=2")
    }

    private func handled(_ target: String, redirectURI: String) throws -> String {
        let flow = AuthorizationCodeFlow(try .offline(redirectURI: redirectURI))
        return outcome(flow.handle(redirect: try url(target), expectedState: "s1"))
    }

    private static let mine = [
        ("myapp://cb", "myapp://cb?code=c&state=s1"), ("myapp://cb", "myapp://cb/?code=c&state=s1"),
        ("myapp://cb/", "myapp://cb?code=c&state=s1"), ("MyApp://CB", "myapp://cb?code=c&state=s1"),
        ("myapp://cb", "MYAPP://Cb?code=c&state=s1"), ("https://ex.com", "https://EX.com/?code=c&state=s1"),
        ("https://ex.com/cb", "HTTPS://Ex.Com/cb?code=c&state=s1"),
        ("com.ex.app:/cb", "com.ex.app:/cb?code=c&state=s1"),
        ("https://ex.com:8443/cb", "https://ex.com:8443/cb?code=c&state=s1"),
        ("https://ex.com/cb?x=1", "https://ex.com/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/cb?code=c&state=s1#_=_"),
        ("http://[::1]:80/cb", "http://[::1]:80/cb?code=c&state=s1"),
    ]

    private static let foreign = [
        ("myapp://cb", "myapp://cb2?code=c&state=s1"), ("myapp://cb", "myapp://cb/x?code=c&state=s1"),
        ("myapp://cb", "myapp2://cb?code=c&state=s1"), ("myapp://cb", "myap://cb?code=c&state=s1"),
        ("myapp://cb", "myapp://c?code=c&state=s1"), ("myapp://cb", "myapp://cb:80?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com.evil.org/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com@evil.org/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://evil.org/cb?u=https://ex.com/cb&code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/cb/?code=c&state=s1"),
        ("https://ex.com/cb/", "https://ex.com/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/cbx?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/CB?code=c&state=s1"),
        ("https://ex.com/cb", "http://ex.com/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/x/../cb2?code=c&state=s1"),
        ("https://ex.com:8443/cb", "https://ex.com:8444/cb?code=c&state=s1"),
        ("https://ex.com:8443/cb", "https://ex.com/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://www.ex.com/cb?code=c&state=s1"),
        ("com.ex.app:/cb", "com.ex.app:/cb2?code=c&state=s1"),
        ("https://ex.com/cb", "https://user@ex.com/cb?code=c&state=s1"),
        ("https://ex.com/cb", "https://ex.com/c%62?code=c&state=s1"),
    ]
}
