import Endpoints
import LoopbackServer
import Testing

/// Which answers refresh, and what the second request looks like.
@Suite("Refresh triggers", .timeLimit(.minutes(5)))
struct RefreshTriggerTests {
    @Test("R-20 a 403 refreshes nothing")
    func forbidden() async throws {
        let server = try LoopbackServer(replies: [
            .empty(403, headers: [("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")])
        ])
        let auth = JWTAuth.exchanging(at: server.url)
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(error.statusCode == 403)
        #expect(server.requestCount == 1)
    }

    @Test("R-20 a 401 with invalid_token refreshes once")
    func invalidToken() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            if request.bearer == "A2" { return Reply(body: "in") }
            return .empty(401, headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        }
        let auth = JWTAuth.exchanging(at: server.url)
        #expect(
            try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth) == "in")
        #expect(server.exchanges == ["r1"])
    }

    @Test("R-20 a predicate decides by the body", arguments: [("TokenError", 1), ("Forbidden", 0)])
    func predicate(word: String, refreshes: Int) async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: "in") : .json("{\"error\":\"\(word)\"}", status: 403)
        }
        let configuration = JWTAuth.Configuration(shouldRefresh: { response, body in
            response.statusCode == 403 && String(decoding: body, as: UTF8.self).contains("TokenError")
        })
        let auth = JWTAuth.exchanging(at: server.url, configuration: configuration)
        let result = await URLSession.shared.result(with: Item(name: "a"), environment: server.url, auth: auth)
        #expect(server.exchanges.count == refreshes)
        #expect((try? result.get()) == (refreshes == 1 ? "in" : nil))
        #expect(result.failure?.statusCode == (refreshes == 1 ? nil : 403))
    }

    @Test("R-20 other status codes by configuration")
    func otherCodes() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 419)
        }
        let auth = JWTAuth.exchanging(
            at: server.url, configuration: JWTAuth.Configuration(refreshTriggerStatusCodes: [401, 419]))
        #expect(
            try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth) == "in")
        #expect(server.exchanges == ["r1"])
    }

    @Test("R-21 the second request has one Authorization, the new one, and the same body")
    func retried() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        _ = try await URLSession.shared.response(
            with: Deliver<Posting>(body: body), environment: server.url, auth: auth)
        let calls = server.calls
        #expect(calls.map { $0.headerValues("Authorization") } == [["Bearer A1"], ["Bearer A2"]])
        #expect(calls.allSatisfy { $0.body == body && $0.method == "POST" })
        #expect(calls.map { $0.header("Content-Type") } == ["text/x-parcel", "text/x-parcel"])
    }

    @Test("R-21 a header that the endpoint declares itself is neither replaced nor refreshed")
    func declared() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 401)])
        let auth = JWTAuth.exchanging(at: server.url)
        let error = try await URLSession.shared.failure(of: Identified(), environment: server.url, auth: auth)
        #expect(error.statusCode == 401)
        #expect(server.requests.map { $0.headerValues("Authorization") } == [["Bearer other"]])
    }

    @Test("R-21 a redirect within the origin and a refresh go together")
    func redirectThenRefresh() async throws {
        let server = try LoopbackServer.immediate { request in
            switch (request.path, request.bearer) {
            case ("/token", _): .tokens("A2", "r2")
            case ("/next", "A2"): Reply(body: "in")
            case ("/next", _): Reply(status: 401)
            default: .redirect(to: "/next")
            }
        }
        let auth = JWTAuth.exchanging(at: server.url)
        #expect(
            try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth) == "in")
        #expect(server.exchanges == ["r1"])
        #expect(server.calls.last?.bearer == "A2")
    }

    @Test("S2-8 without a token nothing is sent")
    func signedOut() async throws {
        let server = try LoopbackServer(replies: [Reply()])
        let auth = JWTAuth { _ in TokenPair(accessToken: "never") }
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        guard case .notAuthenticated? = error.authenticationFault else {
            Issue.record("\(error)")
            return
        }
        #expect(server.requestCount == 0)
    }
}

/// Sends an identity of its own.
private struct Identified: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "identified", headers: [.authorization: "Bearer other"])
}
