import EndpointsOAuth
import Foundation
import Testing

/// What a URL that comes back means.
@Suite(.timeLimit(.minutes(5)))
struct CallbackRulesTests {
    @Test("O-02 An error redirect with the right state reports the server's code alone")
    func errorCode() throws {
        let error = try refusal("myapp://cb?error=access_denied&state=s1")
        #expect(error?.code == "access_denied")
        #expect(error?.description == nil)
        #expect(error?.uri == nil)
        #expect(error?.statusCode == nil)
    }

    @Test("O-02 An empty description is none, and the code is still there")
    func emptyDescription() throws {
        let error = try refusal("myapp://cb?error=access_denied&error_description=&error_uri=&state=s1")
        #expect(error?.code == "access_denied")
        #expect(error?.description == nil)
        #expect(error?.uri == nil)
    }

    @Test("O-02 Description and page come with the code")
    func description() throws {
        let error = try refusal(
            "myapp://cb?error=invalid_scope&error_description=no+such%20scope%2C+x&error_uri=https%3A%2F%2Fe.com%2F&state=s1"
        )
        #expect(error?.code == "invalid_scope")
        #expect(error?.description == "no such scope, x")
        #expect(error?.uri == "https://e.com/")
    }

    @Test("O-02 An error wins over a code", arguments: ["error=x&code=c&state=s1", "code=c&state=s1&error=x"])
    func errorWins(query: String) throws {
        #expect(try refusal("myapp://cb?\(query)")?.code == "x")
    }

    @Test("O-02 Neither code nor error is an error", arguments: ["state=s1", "code=&state=s1", "state=s1&CODE=c"])
    func missingCode(query: String) throws {
        #expect(try handled("myapp://cb?\(query)") == "missingCode")
    }

    @Test("O-03 A URL of something else leaves the sign-in waiting, and says why", arguments: strays)
    func stray(text: String) throws {
        let attempt = try AuthorizationCodeFlow(.offline()).begin()
        guard case .notMine(let reason) = attempt.handle(redirect: try url(text)) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(!reason.isEmpty)
        let real = try url("myapp://cb?code=c&state=\(attempt.state)")
        #expect(outcome(attempt.handle(redirect: real)) == "code c")
    }

    @Test("O-03 A redirect that is delivered twice counts once")
    func twice() throws {
        let attempt = try AuthorizationCodeFlow(.offline()).begin()
        let redirect = try url("myapp://cb?code=c&state=\(attempt.state)")
        #expect(outcome(attempt.handle(redirect: redirect)) == "code c")
        for _ in 0..<3 { #expect(outcome(attempt.handle(redirect: redirect)) == "not mine") }
    }

    @Test("O-03 Of many deliveries at once, one counts")
    func atOnce() async throws {
        for _ in 0..<20 {
            let attempt = try AuthorizationCodeFlow(.offline()).begin()
            let redirect = try url("myapp://cb?code=c&state=\(attempt.state)")
            let codes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<32 { group.addTask { outcome(attempt.handle(redirect: redirect)) == "code c" } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(codes == 1)
        }
    }

    @Test("O-03 An error redirect that is delivered twice counts once")
    func errorTwice() throws {
        let attempt = try AuthorizationCodeFlow(.offline()).begin()
        let redirect = try url("myapp://cb?error=access_denied&state=\(attempt.state)")
        #expect(outcome(attempt.handle(redirect: redirect)) == "server access_denied")
        #expect(outcome(attempt.handle(redirect: redirect)) == "not mine")
    }

    @Test("O-11 Parameters are decoded once, and a plus sign is a space", arguments: encodings)
    func decoding(raw: String, code: String) throws {
        #expect(try handled("myapp://cb?code=\(raw)&state=s1") == "code \(code)")
    }

    @Test("O-11 Names are decoded too, and a state as a form")
    func names() throws {
        let flow = AuthorizationCodeFlow(try .offline())
        let code = try flow.authorizationCode(
            fromRedirect: url("myapp://cb?c%6Fde=c&st%61te=a+b%2Bc"), expectedState: "a b+c")
        #expect(code == "c")
    }

    @Test("O-11 Empty items in between change nothing")
    func emptyItems() throws {
        #expect(try handled("myapp://cb?&&code=c&&state=s1&&flag&=x&") == "code c")
    }

    @Test("O-11 A description reads as it was written")
    func plusInDescription() throws {
        let error = try refusal("myapp://cb?error=server_error&error_description=Email+link+is+invalid&state=s1")
        #expect(error?.description == "Email link is invalid")
    }

    private func handled(_ redirect: String) throws -> String {
        outcome(AuthorizationCodeFlow(try .offline()).handle(redirect: try url(redirect), expectedState: "s1"))
    }

    private func refusal(_ redirect: String) throws -> OAuthServerError? {
        let flow = AuthorizationCodeFlow(try .offline())
        let target = try url(redirect)
        let error = #expect(throws: OAuthError.self) {
            try flow.authorizationCode(fromRedirect: target, expectedState: "s1")
        }
        return error?.words
    }

    private static let strays = [
        "myapp://promo", "myapp://promo?code=c&state=s1", "other://cb?code=c", "https://example.com", "myapp:",
        "mailto:a@example.com", "file:///tmp/x", "myapp://cb.example?code=c", "myapp:///cb?code=c",
    ]

    private static let encodings = [
        ("c", "c"), ("a%2Bb", "a+b"), ("a+b", "a b"), ("a%20b", "a b"), ("100%25", "100%"), ("%2525", "%25"),
        ("a%26b", "a&b"), ("a=b%3D", "a=b="), ("4/0Ab%2F_-.~", "4/0Ab/_-.~"), ("%C3%A9", "é"), ("a%253Db", "a%3Db"),
    ]
}
