import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// Giving tokens up (RFC 7009), looking them up (RFC 7662), and signing out.
@Suite(.timeLimit(.minutes(5)))
struct TokenCareRulesTests {
    @Test("S0-31 A revocation is a form with the token, byte for byte")
    func revocation() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 200, body: "")])
        let client = OAuthClient(.client(of: server.url), session: .fresh())
        try await client.revoke("r+1", kind: .refreshToken)
        try await client.revoke("a1", kind: .accessToken)
        try await client.revoke("x")
        let bodies = server.requests.map { Set($0.bodyText.split(separator: "&").map(String.init)) }
        #expect(server.requests.allSatisfy { $0.target == "/revoke" && $0.method == "POST" })
        #expect(bodies[0] == ["token=r%2B1", "token_type_hint=refresh_token", "client_id=client"])
        #expect(bodies[1] == ["token=a1", "token_type_hint=access_token", "client_id=client"])
        #expect(bodies[2] == ["token=x", "client_id=client"])
    }

    @Test(
        "S0-31 A revocation succeeds whatever the body of a success is", arguments: ["", "{}", "OK", "<html>ok</html>"])
    func revocationBodies(text: String) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 200, body: text)])
        try await OAuthClient(.client(of: server.url), session: .fresh()).revoke("t")
        #expect(server.requestCount == 1)
    }

    @Test("O-07 A revocation that is refused or fails says so, without the token")
    func revocationFails() async throws {
        let server = try LoopbackServer(replies: [
            .refusal("unsupported_token_type"), .refusal("invalid_client", status: 200), Reply(status: 503, body: ""),
            Reply(status: 404, body: "<html>"), .reset,
        ])
        let client = OAuthClient(.client(of: server.url), session: .fresh())
        for expected in ["server unsupported_token_type", "server invalid_client", nil, nil, "requestFailed"] {
            let error = await failure { try await client.revoke(SecretWalk.secret) }
            #expect(error != nil)
            if let expected { #expect(error?.kind == expected) }
            #expect(SecretWalk.leaks(in: error as Any).isEmpty)
        }
    }

    @Test("S0-31 Without an endpoint nothing is asked")
    func lacking() async throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.revocationEndpoint = nil
        configuration.introspectionEndpoint = nil
        let client = OAuthClient(configuration)
        #expect(await failure { try await client.revoke("t") }?.kind == "invalidConfiguration")
        #expect(await failure { try await client.introspect("t") }?.kind == "invalidConfiguration")
    }

    @Test("S0-31 An introspection tells what the server knows")
    func introspection() async throws {
        let text =
            #"{"active":true,"scope":"read write","client_id":"c","username":"u","exp":1700000000,"x":{"n":1},"sub":5}"#
        let server = try LoopbackServer(replies: [.json(text)])
        let found = try await OAuthClient(.client(of: server.url), session: .fresh()).introspect(
            "t+1", kind: .accessToken)
        #expect(found.isActive && found.scopes == ["read", "write"])
        #expect(found.clientID == "c" && found.username == "u")
        #expect(found.expiresAt == Date(timeIntervalSince1970: 1_700_000_000))
        let rest = try JSONSerialization.jsonObject(with: found.json) as? [String: Any]
        #expect((rest?["x"] as? [String: Any])?["n"] as? Int == 1)
        #expect(server.requests.first?.target == "/introspect")
        #expect(server.requests.first?.field("token") == "t+1")
        #expect(server.requests.first?.field("token_type_hint") == "access_token")
        #expect(server.requests.first?.header("Accept") == "application/json")
    }

    @Test(
        "O-10 An inactive token, and odd fields, are told",
        arguments: ["", #","exp":"soon","scope":null,"username":5"#])
    func inactive(more: String) async throws {
        let server = try LoopbackServer(replies: [.json(#"{"active":false\#(more)}"#)])
        let found = try await OAuthClient(.client(of: server.url), session: .fresh()).introspect("t")
        #expect(!found.isActive && found.scopes == nil && found.username == nil && found.expiresAt == nil)
    }

    @Test(
        "O-07 An introspection that tells nothing never counts as active",
        arguments: [#"{}"#, "<html>", "", "[]", #"{"active":"false"}"#, #"{"active":0}"#, #"{"active":null}"#])
    func noIntrospection(text: String) async throws {
        for status in [200, 401, 500] {
            let server = try LoopbackServer(replies: [.json(text, status: status)])
            let client = OAuthClient(.client(of: server.url), session: .fresh())
            let found = try? await client.introspect("t")
            #expect(found?.isActive != true)
            if status != 200 { #expect(found == nil) }
        }
    }

    @Test("R-11 Signing out gives the refresh token up, and asks for nothing else")
    func signOut() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 200, body: "")])
        let account = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            throw OAuthError.missingCode
        }
        try await OAuthClient(.client(of: server.url), session: .fresh()).signOut(of: account)
        #expect(try await account.tokens == nil)
        #expect(server.requests.contains { $0.field("token") == "r1" })
        #expect(server.requests.allSatisfy { $0.path == "/revoke" })
    }

    @Test("R-11 The sign-out comes first, and holds whatever the server says")
    func signOutFirst() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(status: 503, body: "").delayed(behind: gate)])
        let account = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            throw OAuthError.missingCode
        }
        let client = OAuthClient(.client(of: server.url), session: .fresh())
        let task = Task { await failure { try await client.signOut(of: account) } }
        _ = await server.requests(count: 1)
        #expect(try await account.tokens == nil)
        gate.open()
        #expect(await task.value != nil)
        #expect(try await account.tokens == nil)
    }

    @Test("R-11 A sign-out holds when the server can't be reached or has no such place")
    func signOutOffline() async throws {
        let port = try ClosedPort()
        for hasEndpoint in [true, false] {
            let account = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
                throw OAuthError.missingCode
            }
            var configuration = OAuthConfiguration.client(of: port.url)
            if !hasEndpoint { configuration.revocationEndpoint = nil }
            let client = OAuthClient(configuration, session: .fresh())
            _ = await failure { try await client.signOut(of: account) }
            #expect(try await account.tokens == nil)
        }
    }

    @Test("R-11 Where nobody is signed in, signing out asks nothing; without a refresh token the access token goes")
    func signOutEdges() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 200, body: "")])
        let client = OAuthClient(.client(of: server.url), session: .fresh())
        try await client.signOut(of: JWTAuth { _ in throw OAuthError.missingCode })
        #expect(server.requestCount == 0)
        for refreshToken in [nil, ""] {
            let pair = TokenPair(accessToken: "A1", refreshToken: refreshToken)
            try await client.signOut(of: JWTAuth(initialTokens: pair) { _ in throw OAuthError.missingCode })
        }
        #expect(server.requests.map { $0.field("token") } == ["A1", "A1"])
    }
}
