import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// An account that renews its tokens by the flow's handler.
@Suite(.timeLimit(.minutes(5)))
struct RefreshRulesTests {
    @Test(
        "R-13 A dead refresh token ends the sign-in once, whatever the status is", arguments: [200, 400, 401, 403, 500])
    func invalidGrant(status: Int) async throws {
        let server = try LoopbackServer(replies: [.refusal("invalid_grant", status: status)])
        let ended = Tally()
        let account = account(at: server.url, ended: ended)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await expectFailure("refreshRejected notAuthenticated", of: account) } }
        }
        await ended.wait(for: 1)
        #expect(try await account.tokens == nil)
        await expectFailure("notAuthenticated", of: account)
        #expect(server.requestCount == 1)
        #expect(ended.count == 1)
    }

    @Test("R-13 The rejection brings the server's words, and no token")
    func rejectionWords() async throws {
        let text = #"{"error":"invalid_grant","error_description":"too old"}"#
        let server = try LoopbackServer(replies: [.json(text, status: 400)])
        let account = account(at: server.url, pair: TokenPair(accessToken: "A1", refreshToken: SecretWalk.secret))
        do {
            _ = try await account.newAccessToken()
            Issue.record("succeeded")
        } catch {
            #expect("\(error)".contains("too old") || "\(error)".contains("invalid_grant"))
            #expect(SecretWalk.leaks(in: error).isEmpty)
        }
    }

    @Test("R-13 Whatever may pass, or is the configuration's fault, keeps the tokens", arguments: 0..<14)
    func kept(row: Int) async throws {
        let replies: [Reply] = [
            .reset, .close, .truncated(#"{"access_token":"A2""#), Reply(status: 500, body: ""),
            Reply(status: 503, headers: [("Content-Type", "text/html")], body: "<html>busy</html>"),
            .json(#"{"error":"slow"}"#, status: 429), .json("{}", status: 503), .refusal("invalid_client", status: 401),
            .refusal("invalid_request"), .refusal("unauthorized_client"),
            .refusal("temporarily_unavailable", status: 503),
            .json("{}"), Reply(body: "<html>hotel</html>"), .refusal("server_error", status: 500),
        ]
        let server = try LoopbackServer(replies: [replies[row], .tokens("A2", refresh: "r2")])
        let ended = Tally()
        let account = account(at: server.url, ended: ended)
        await expectFailure("refreshFailed", of: account)
        let pair = try #require(try await account.tokens)
        #expect(pair.accessToken == "A1" && pair.refreshToken == "r1")
        #expect(try await account.newAccessToken() == "A2")
        #expect(server.requests.map { $0.field("refresh_token") } == ["r1", "r1"])
        #expect(ended.count == 0)
    }

    @Test("R-13 A server that can't be reached keeps the tokens")
    func unreachable() async throws {
        let port = try ClosedPort()
        let ended = Tally()
        let account = account(at: port.url, ended: ended)
        await expectFailure("refreshFailed", of: account)
        #expect(try await account.tokens?.refreshToken == "r1")
        #expect(ended.count == 0)
    }

    @Test(
        "R-09 A refresh without a refresh token keeps the one before",
        arguments: ["", #","refresh_token":null"#, #","refresh_token":"""#])
    func keptRefreshToken(more: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A2", more: more), .tokens("A3")])
        let account = account(at: server.url)
        #expect(try await account.newAccessToken() == "A2")
        #expect(try await account.tokens?.refreshToken == "r1")
        #expect(try await account.newAccessToken() == "A3")
        #expect(server.requests.map { $0.field("refresh_token") } == ["r1", "r1"])
    }

    @Test("R-09 A rotated refresh token takes the place of the one before")
    func rotation() async throws {
        let server = try LoopbackServer { .tokens("A\($0.number + 2)", refresh: "r\($0.number + 2)") }
        let account = account(at: server.url)
        for number in 2...5 { #expect(try await account.newAccessToken() == "A\(number)") }
        #expect(server.requests.map { $0.field("refresh_token") } == ["r1", "r2", "r3", "r4"])
        #expect(try await account.tokens?.refreshToken == "r5")
    }

    @Test("R-15 A refresh that tells no lifetime isn't repeated by the next request")
    func noLifetime() async throws {
        let server = try LoopbackServer(replies: [.tokens("A2", refresh: "r2")])
        let old = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date(timeIntervalSinceNow: -60))
        let account = account(at: server.url, pair: old)
        for _ in 0..<5 { #expect(try await account.accessToken() == "A2") }
        #expect(server.requestCount == 1)
    }

    @Test("R-15 A lifetime of zero makes one refresh, and no loop")
    func zeroLifetime() async throws {
        let server = try LoopbackServer { .tokens("A\($0.number + 2)", refresh: "r", more: #","expires_in":0"#) }
        let old = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date(timeIntervalSinceNow: -60))
        let account = account(at: server.url, pair: old)
        #expect(try await account.accessToken() == "A2")
        #expect(server.requestCount == 1)
    }

    @Test("R-15 A lifetime of zero without a refresh token is sent")
    func zeroAlone() async throws {
        let pair = try await TokenAnswer(text: #"{"access_token":"A1","expires_in":0}"#).read().tokenPair
        let server = try LoopbackServer(replies: [.tokens("A2")])
        let account = account(at: server.url, pair: pair)
        for _ in 0..<3 { #expect(try await account.accessToken() == "A1") }
        #expect(server.requestCount == 0)
    }

    @Test("O-07 A refresh that is answered 200 with an error leaves the tokens as they are")
    func errorWith200() async throws {
        let server = try LoopbackServer(replies: [.refusal("bad_refresh_token", status: 200), .json("{}")])
        let account = account(at: server.url)
        for _ in 0..<2 {
            await expectFailure("refreshFailed", of: account)
            #expect(try await account.tokens?.accessToken == "A1")
        }
    }

    private func account(
        at url: URL, pair: TokenPair = TokenPair(accessToken: "A1", refreshToken: "r1"), ended: Tally = Tally()
    ) -> JWTAuth {
        let flow = AuthorizationCodeFlow(.client(of: url), session: .fresh())
        return JWTAuth(
            initialTokens: pair, refreshHandler: flow.refreshHandler(), onRefreshFailed: { _ in ended.add() })
    }

    private func expectFailure(_ kinds: String, of account: JWTAuth) async {
        let kind: String
        do {
            _ = try await account.newAccessToken()
            kind = "success"
        } catch {
            kind = (error as? AuthenticationError)?.code.name ?? "\(type(of: error))"
        }
        #expect(kinds.split(separator: " ").contains { $0 == kind }, "\(kind)")
    }
}
