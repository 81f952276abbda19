import EndpointsOAuth
import Foundation
import TestSupport
import Testing

/// What errors say, and what they keep to themselves.
@Suite(.timeLimit(.minutes(5)))
struct ErrorRulesTests {
    private static let token = "S3CR3TKq9Zx72bLmPw04TtYuVnHd81"

    private static let pages = [
        "<!DOCTYPE html><p>access_token=\(token)</p>", "<html>&amp;refresh_token=\(token)&amp;x=1</html>",
        #"<html><a href="/x?y=1&access_token=\#(token)&z=2">go</a></html>"#, "<pre>Bearer \(token)</pre>",
        #"<script>t={"access_token": "\#(token)", "x": 1}</script>"#, "<html>code=\(token)", "<html>\(token)</html>",
        #"<input name="client_secret" value="\#(token)">"#, "<p>id_token: \(token)</p>",
        "<p>eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.\(token)</p>", "<p>code_verifier = '\(token)'</p>",
        "<b>refresh_token</b> <i>\(token)</i>", "<p>access_token%3D\(token)</p>", "<html>access_token=S3CR3T</html>",
        #"<html>{"refresh_token" : "S3CR3T"}</html>"#, "<html>client_secret=S3CR3T&amp;x</html>",
        "<p>access_token: S3CR3TZFEjr1zCsicMWpAA </p>", "<p>Authorization: Bearer S3CR3TZFEjr1zCsicMWpAA </p>",
        "<td>refresh_token</td> <td> S3CR3TZFEjr1zCsicMWpAA </td>", "<p> ACCESS_TOKEN=S3CR3T </p>",
    ]

    @Test("O-08 A page instead of tokens is told with its status and its beginning, without tokens", arguments: pages)
    func page(argument: String) async throws {
        // The log shows arguments.
        let text = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        for status in [200, 502] {
            let error = await failure { try await TokenAnswer(text: text, status: status, type: "text/html").read() }
            guard case .unreadableResponse(let found, let excerpt) = error else {
                Issue.record("\(error?.kind ?? "no error")")
                continue
            }
            #expect(found == status)
            #expect(excerpt.hasPrefix("<"))
            #expect(!excerpt.contains(SecretWalk.secret))
            #expect(SecretWalk.leaks(in: error as Any).count == 0)
        }
    }

    @Test("O-08 A long page is told by its beginning, in one line")
    func longPage() async throws {
        let text = "<html>\r\n<body>\u{85}\u{2028}\n" + String(repeating: "word ", count: 100_000)
        let error = await failure { try await TokenAnswer(text: text, type: "text/html").read() }
        guard case .unreadableResponse(200, let excerpt) = error else {
            Issue.record("\(error?.kind ?? "no error")")
            return
        }
        #expect(excerpt.count <= 200)
        #expect(!excerpt.contains { $0.isNewline })
        #expect(excerpt.contains("<html>"))
    }

    @Test("O-08 A page can't send commands to the terminal that its beginning is printed to")
    func controlCharacters() async throws {
        let text = "<html> \u{1B}[31m \u{1B}[2J \u{9B}31m \u{7} \u{8} </html>"
        let error = await failure { try await TokenAnswer(text: text, type: "text/html").read() }
        guard case .unreadableResponse(200, let excerpt) = error else {
            Issue.record("\(error?.kind ?? "no error")")
            return
        }
        #expect(!excerpt.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("O-08 A page that is cut in the middle of a token shows none of it")
    func cutToken() async throws {
        for length in stride(from: 60, through: 130, by: 1) {
            let text = "<p>" + String(repeating: "x ", count: length / 2) + "access_token=" + Self.token
            let error = await failure { try await TokenAnswer(text: text, type: "text/html").read() }
            #expect(SecretWalk.leaks(in: error as Any).isEmpty, "\(length)")
        }
    }

    @Test("O-08 A page that is cut behind a long word shows no part of a token")
    func cutWord() async throws {
        var shown: [Int] = []
        for length in 60...600 {
            let text = "<p> " + String(repeating: "x", count: length) + " " + Self.token
            let error = await failure { try await TokenAnswer(text: text, type: "text/html").read() }
            if !SecretWalk.leaks(in: error as Any).isEmpty { shown.append(length) }
        }
        #expect(shown.isEmpty)
    }

    private static let odd = [
        "", " ", "null", "5", "true", #""S3CR3TKq9Zx72bLmPw04TtYuVnHd81""#, #"["S3CR3TKq9Zx72bLmPw04TtYuVnHd81"]"#,
        #"{"access_token":"S3CR3TKq9Zx72bLmPw04TtYuVnHd81""#, "{", "not found", "{]", #"{"access_token":"S3CR3T"#,
    ]

    @Test("O-08 What is neither JSON nor a form is unreadable, and shows no token", arguments: odd)
    func garbage(argument: String) async throws {
        // The log shows arguments.
        let text = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        let error = await failure { try await TokenAnswer(text: text).read() }
        #expect(error?.kind == "unreadableResponse 200")
        #expect(SecretWalk.leaks(in: error as Any).isEmpty)
    }

    @Test("O-08 Bytes that are no text are unreadable")
    func bytes() async throws {
        let data = Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 200) })
        let error = await failure { try await TokenAnswer(data: data, type: "application/octet-stream").read() }
        #expect(error?.kind == "unreadableResponse 200")
    }

    @Test("R-13 A failure of the connection holds neither token nor secret")
    func connection() async throws {
        let port = try ClosedPort()
        let secret = SecretWalk.secret
        let ways: [ClientAuthentication] = [
            .none, .basic(secret: secret), .basicRaw(secret: secret), .post(secret: secret),
        ]
        for way in ways {
            let flow = AuthorizationCodeFlow(.client(of: port.url, authentication: way), session: .fresh())
            let refresh = await failure { try await flow.refresh("r-\(secret)") }
            #expect(refresh?.kind == "requestFailed")
            #expect(SecretWalk.leaks(in: refresh as Any).isEmpty)
            let pkce = try PKCE(verifier: secret + String(repeating: "a", count: 43))
            let exchange = await failure { try await flow.exchange(code: "c-\(secret)", pkce: pkce) }
            #expect(exchange?.kind == "requestFailed")
            #expect(SecretWalk.leaks(in: exchange as Any).isEmpty)
        }
    }

    @Test("O-07 A refusal that repeats what was sent shows none of it")
    func echo() async throws {
        let text = #"{"error":"invalid_grant","error_description":"no such token \#(Self.token)"}"#
        let error = await failure { try await TokenAnswer(text: text, status: 400).read(refreshToken: Self.token) }
        #expect(error?.kind == "server invalid_grant")
        #expect(SecretWalk.leaks(in: error as Any).isEmpty)
    }

    @Test("O-02 Every error says something, and says it the same way")
    func sentences() async throws {
        let errors: [OAuthError] = [
            .invalidConfiguration("x"), .invalidVerifier, .stateMismatch, .issuerMismatch, .nonceMismatch, .missingCode,
            .missingAccessToken, .unsupportedTokenType("mac"), .unreadableResponse(status: 502, excerpt: "<html>"),
            .invalidMetadata("x"), .timedOut, .cancelled,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        for error in errors { #expect(error.description.count > 10 && error.localizedDescription == error.description) }
        let refused = await failure {
            try await TokenAnswer(text: #"{"error":"odd_code","error_description":"why"}"#).read()
        }
        #expect(refused?.description.contains("odd_code") == true)
        #expect(refused?.serverCode == "odd_code")
        #expect(OAuthError.timedOut.serverCode == nil)
    }
}
