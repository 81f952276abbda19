import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// What a token endpoint may answer.
@Suite(.timeLimit(.minutes(5)))
struct TokenResponseRulesTests {
    @Test(
        "O-07 An answer with status 200 and an error is the server's error", arguments: [200, 201, 400, 401, 403, 500])
    func errorFirst(status: Int) async throws {
        let text = #"{"error":"bad_verification_code","error_description":"x","error_uri":"https://e.com"}"#
        let words = await refused(text, status: status)?.words
        #expect(words?.code == "bad_verification_code")
        #expect(words?.description == "x")
        #expect(words?.uri == "https://e.com")
        #expect(words?.statusCode == status)
    }

    @Test("O-07 An error wins over a token")
    func errorWins() async throws {
        let error = await refused(#"{"access_token":"A1","token_type":"Bearer","error":"invalid_grant"}"#)
        #expect(error?.kind == "server invalid_grant")
    }

    @Test(
        "O-07 An answer without an access token says so",
        arguments: [
            "{}", #"{"access_token":""}"#, #"{"access_token":null}"#, #"{"access_token":5}"#,
            #"{"access_token":["A1"]}"#,
            #"{"token_type":"Bearer","expires_in":60}"#, #"{"Access_Token":"A1"}"#, "token_type=bearer&scope=a",
        ]
    )
    func missingToken(text: String) async throws {
        #expect(await refused(text)?.kind == "missingAccessToken")
    }

    @Test("O-07 No error is no error", arguments: ["null", #""""#])
    func emptyError(value: String) async throws {
        let response = try await answer(#"{"access_token":"A1","error":\#(value)}"#)
        #expect(response.tokenPair.accessToken == "A1")
    }

    @Test(
        "O-07 A description that is none is nil, and the code is there", arguments: ["null", #""""#, "5", "{}", "[]"])
    func oddDescription(value: String) async throws {
        let words = await refused(#"{"error":"invalid_scope","error_description":\#(value)}"#, status: 400)?.words
        #expect(words?.code == "invalid_scope")
        #expect(words?.description == nil)
    }

    @Test(
        "O-08 A form is read whatever its type says",
        arguments: [
            "application/x-www-form-urlencoded", "text/plain", "text/html; charset=utf-8", "application/json", "",
        ]
    )
    func form(type: String) async throws {
        let text = "access_token=A1&scope=read%2Cwrite&token_type=bearer&expires_in=60&refresh_token=r%2B1"
        let before = Date()
        let response = try await answer(text, type: type)
        #expect(response.tokenPair.accessToken == "A1")
        #expect(response.tokenPair.refreshToken == "r+1")
        #expect(response.scopes == ["read", "write"])
        #expect(response.tokenPair.expiresAt.map { $0 >= before + 60 && $0 <= Date() + 60 } == true)
    }

    @Test("O-08 JSON is read whatever its type says", arguments: ["text/plain", "text/html", "text/javascript", ""])
    func json(type: String) async throws {
        #expect(try await answer(#" {"access_token":"A1"} "#, type: type).tokenPair.accessToken == "A1")
    }

    @Test("O-08 An error as a form is the server's error")
    func formError() async throws {
        let text = "error=bad_verification_code&error_description=The+code+is%20wrong."
        let words = await refused(text, type: "text/plain")?.words
        #expect(words?.code == "bad_verification_code")
        #expect(words?.description == "The code is wrong.")
    }

    @Test("O-09 Bearer in any case, and no type, are Bearer", arguments: ["bearer", "BEARER", "Bearer", "bEaReR", nil])
    func bearer(type: String?) async throws {
        let pair = try await answer(#"{"access_token":"A1"\#(type.map { #","token_type":"\#($0)""# } ?? "")}"#)
            .tokenPair
        let server = try LoopbackServer(replies: [.empty()])
        let account = JWTAuth(initialTokens: pair) { _ in throw OAuthError.missingCode }
        let request = try await account.authenticate(request: URLRequest(url: server.url))
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer A1")
        _ = try await URLSession.fresh().data(for: request)
        #expect(server.requests.first?.headerValues("Authorization") == ["Bearer A1"])
    }

    @Test("O-09 Another type is refused", arguments: ["mac", "DPoP", "N_A", "Bearer2", "bear"])
    func otherTypes(type: String) async throws {
        let error = await refused(#"{"access_token":"A1","token_type":"\#(type)"}"#)
        guard case .unsupportedTokenType(let name) = error else {
            Issue.record("\(error?.kind ?? "no error")")
            return
        }
        #expect(name.lowercased() == type.lowercased())
        #expect(await refused("access_token=A1&token_type=\(type)")?.kind == "unsupportedTokenType")
    }

    @Test("O-10 Odd fields don't disturb, and are there as JSON")
    func oddFields() async throws {
        let text =
            #"{"access_token":"A1","token_type":"Bearer","x":{"n":1},"user_id":7,"scope":null,"expires_in":"60"}"#
        let before = Date()
        let response = try await answer(text)
        #expect(response.tokenPair.accessToken == "A1")
        #expect(response.tokenPair.expiresAt.map { $0 >= before + 60 && $0 <= Date() + 60 } == true)
        #expect(response.scopes == nil)
        let rest = try JSONSerialization.jsonObject(with: response.json) as? [String: Any]
        #expect((rest?["x"] as? [String: Any])?["n"] as? Int == 1)
        #expect(rest?["user_id"] as? Int == 7)
    }

    @Test(
        "O-10 Known fields of another type are as if absent",
        arguments: [
            #""refresh_token":5"#, #""refresh_token":{}"#, #""scope":7"#, #""id_token":[]"#, #""expires_in":{}"#,
        ]
    )
    func wrongTypes(field: String) async throws {
        let response = try await answer(#"{"access_token":"A1",\#(field)}"#)
        #expect(response.tokenPair.accessToken == "A1")
        #expect(response.tokenPair.refreshToken == nil)
        #expect(response.idToken == nil)
        #expect(response.tokenPair.expiresAt == nil)
    }

    @Test(
        "U-08 Scopes come between spaces, commas, or in a list",
        arguments: [#""read write""#, #""read,write""#, #""read, write""#, #"" read  write ""#, #"["read","write"]"#]
    )
    func scopes(value: String) async throws {
        #expect(try await answer(#"{"access_token":"A1","scope":\#(value)}"#).scopes == ["read", "write"])
    }

    @Test("O-10 No description shows a token")
    func secrets() async throws {
        let secret = SecretWalk.secret
        let text =
            #"{"access_token":"\#(secret)","refresh_token":"\#(secret)","id_token":"\#(secret)","x":"\#(secret)"}"#
        let response = try await answer(text)
        #expect(response.tokenPair.accessToken == secret && response.idToken == secret)
        #expect(SecretWalk.leaks(in: response).isEmpty)
        #expect(SecretWalk.leaks(in: try await answer("access_token=\(secret)&refresh_token=\(secret)")).isEmpty)
    }

    private func answer(
        _ text: String, status: Int = 200, type: String = "application/json"
    ) async throws -> TokenResponse {
        try await TokenAnswer(text: text, status: status, type: type).read()
    }

    private func refused(_ text: String, status: Int = 200, type: String = "application/json") async -> OAuthError? {
        await failure { try await answer(text, status: status, type: type) }
    }
}
