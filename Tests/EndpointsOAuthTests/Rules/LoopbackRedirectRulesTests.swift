import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// Signing in from a terminal (RFC 8252 §7.3), with a scripted browser.
@Suite(.timeLimit(.minutes(5)))
struct LoopbackRedirectRulesTests {
    @Test("S0-34 The browser comes back, sees a page, and the program has the tokens")
    func success() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1", refresh: "r1")])
        let stage = try await TerminalStage(at: server, parameters: ["prompt": "login"])
        #expect(stage.redirectURI == "http://127.0.0.1:\(stage.port)/callback")
        #expect(stage.address.absoluteString.contains("prompt=login"))
        let answer = try await RawBrowser.ask(stage.target("code=4%2F0A"), at: stage.port)
        #expect(answer.status == 200)
        #expect(await stage.end == "A1")
        let request = try #require(server.requests.first)
        #expect(server.requestCount == 1 && request.target == "/token")
        #expect(request.field("code") == "4/0A")
        #expect(request.field("redirect_uri") == stage.redirectURI)
        let challenge = try PKCE(verifier: request.field("code_verifier") ?? "").challenge
        #expect(stage.address.absoluteString.contains("code_challenge=\(challenge)"))
        #expect(RawBrowser.isClosed(stage.port))
    }

    @Test("S0-34 The page is readable by all, kept by nobody, and shows no code")
    func page() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let answer = try await RawBrowser.ask(stage.target("code=s3cr3t"), at: stage.port)
        #expect(await stage.end == "A1")
        #expect(answer.head.contains { $0.hasPrefix("content-type: text/html") && $0.contains("utf-8") })
        #expect(answer.head.contains { $0.hasPrefix("cache-control:") && $0.contains("no-store") })
        #expect(answer.body.contains("<html lang=") && answer.body.contains("<title>"))
        #expect(!answer.text.contains(SecretWalk.secret) && !answer.text.contains(stage.state))
        #expect(
            !answer.body.contains("http://") && !answer.body.contains("https://") && !answer.body.contains("<script"))
    }

    @Test("S0-34 A path of one's own, and the session's browser, serve as well")
    func ownPath() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server, path: "/signed-in")
        #expect(stage.redirectURI == "http://127.0.0.1:\(stage.port)/signed-in")
        let target = try url("http://127.0.0.1:\(stage.port)" + stage.target(path: "/signed-in"))
        let (data, response) = try await URLSession.fresh().data(from: target)
        #expect((response as? HTTPURLResponse)?.statusCode == 200 && !data.isEmpty)
        #expect(await stage.end == "A1")
    }

    @Test("O-02 A refusal is told with the server's code, and the browser sees another page")
    func errorRedirect() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let query = "error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E"
        let answer = try await RawBrowser.ask(stage.target(query), at: stage.port)
        #expect(await stage.end == "server access_denied")
        #expect(!answer.text.lowercased().contains("<script>alert"))
        #expect(answer.body != (try await successPage()))
        #expect(server.requestCount == 0)
        #expect(RawBrowser.isClosed(stage.port))
    }

    @Test("O-07 A refused exchange is told, and the browser sees that it failed")
    func refusedExchange() async throws {
        let server = try LoopbackServer(replies: [.refusal("invalid_grant")])
        let stage = try await TerminalStage(at: server)
        let answer = try await RawBrowser.ask(stage.target("code=s3cr3t"), at: stage.port)
        #expect(await stage.end == "server invalid_grant")
        #expect(answer.body != (try await successPage()) && !answer.body.isEmpty)
        if case .failure(let error) = await stage.signIn.value { #expect(SecretWalk.leaks(in: error).isEmpty) }
    }

    @Test("O-01 Another state makes no token request", arguments: ["&state=other", "", "&state="])
    func stateMismatch(state: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let answer = try await RawBrowser.ask("/callback?code=c\(state)", at: stage.port)
        #expect(await stage.end == "stateMismatch")
        #expect(answer.body != (try await successPage()))
        #expect(server.connectionCount == 0)
    }

    @Test("O-03 A second use is refused while the first is at work")
    func secondUse() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply.tokens("A1").delayed(behind: gate)])
        let stage = try await TerminalStage(at: server)
        let first = Task { try await RawBrowser.ask(stage.target(), at: stage.port) }
        _ = await server.requests(count: 1)
        for query in ["code=c", "code=other", "error=access_denied"] {
            let second = try await RawBrowser.ask(stage.target(query), at: stage.port)
            #expect((400..<500).contains(second.status ?? 0))
        }
        gate.open()
        #expect(try await first.value.status == 200)
        #expect(await stage.end == "A1")
        #expect(server.requestCount == 1)
    }

    @Test("O-03 Other paths are unknown, and the sign-in goes on", arguments: LoopbackRedirectRulesTests.paths)
    func otherPaths(path: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let stray = try await RawBrowser.ask(stage.target(path: path), at: stage.port)
        #expect(stray.status == 404)
        #expect(try await RawBrowser.ask(stage.target(), at: stage.port).status == 200)
        #expect(await stage.end == "A1")
        #expect(server.requests.map { $0.field("code") } == ["c"])
    }

    @Test(
        "O-03 Other methods bring no code, and the sign-in goes on",
        arguments: ["POST", "PUT", "HEAD", "OPTIONS", "DELETE"])
    func otherMethods(method: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let body = method == "POST" ? "code=posted&state=\(stage.state)" : ""
        let stray = try await RawBrowser.ask(stage.target("code=stray"), method: method, at: stage.port, body: body)
        #expect((400..<500).contains(stray.status ?? 0) || (method == "HEAD" && stray.status == 200))
        #expect(try await RawBrowser.ask(stage.target(), at: stage.port).status == 200)
        #expect(await stage.end == "A1")
        #expect(server.requests.map { $0.field("code") } == ["c"])
    }

    private static let paths = [
        "/", "/favicon.ico", "/callback2", "/callback/", "/callback/x", "/CALLBACK", "//callback", "/x/callback",
        "/apple-touch-icon.png",
    ]

    private func successPage() async throws -> String {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let answer = try await RawBrowser.ask(stage.target(), at: stage.port)
        #expect(await stage.end == "A1")
        return answer.body
    }
}
