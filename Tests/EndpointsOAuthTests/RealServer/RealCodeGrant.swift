import EndpointsOAuth
import Testing

extension RealAuthorizationServer {
    @Suite("The code grant")
    struct CodeGrant {
        @Test(
            "S0-36, S0-37: The token that has ended is renewed once under eight calls, and rotated; reuse ends the sign-in",
            arguments: ["native", "native-auto"]
        )
        func rotation(client: String) async throws {
            let signedIn = try await SignedIn(by: client)
            #expect(try await signedIn.program.user(of: signedIn.account) == "alice")
            let old = try await signedIn.tokens()

            signedIn.expire()
            for user in await signedIn.program.eightUsers(of: signedIn.account) { #expect(try user.get() == "alice") }
            // One for the code, one for the refresh.
            #expect(try await signedIn.program.log(11) == ["POST /token/ 200": 2, "GET /api/me 200": 9])
            let new = try await signedIn.tokens()
            let isRotated = new.accessToken != old.accessToken && new.refreshToken != old.refreshToken
            #expect(isRotated)

            let oldToken = try #require(old.refreshToken)
            await #expect(
                performing: { try await signedIn.flow.refresh(oldToken) },
                throws: isRefusal("invalid_grant", status: 400))
            // The server takes the reuse for a theft, and revokes what came of the sign-in.
            for user in await signedIn.program.eightUsers(of: signedIn.account) {
                guard case .failure(let error) = user else {
                    Issue.record("A call was answered.")
                    continue
                }
                #expect(error.isUnauthorized)
            }
            #expect(signedIn.endCodes == ["invalid_grant"])
            #expect(await !signedIn.account.isAuthenticated)
        }

        @Test("S0-37: A token that the server refuses is renewed once under eight calls")
        func refusedToken() async throws {
            let signedIn = try await SignedIn()
            let kept = TokenPair(accessToken: "refused", refreshToken: try await signedIn.tokens().refreshToken)
            try await signedIn.account.setTokens(kept)
            for user in await signedIn.program.eightUsers(of: signedIn.account) { #expect(try user.get() == "alice") }
            let log = try await signedIn.program.log { $0["GET /api/me 200"] == 8 && $0["POST /token/ 200"] == 2 }
            #expect(log["POST /token/ 200"] == 2)
            #expect(log["GET /api/me 200"] == 8)
            #expect((1...8).contains(log["GET /api/me 401"] ?? 0))
            #expect(log.count == 3)
        }

        @Test("A sign-in that is revoked ends with one signal, however many calls find out")
        func revocation() async throws {
            let signedIn = try await SignedIn()
            let client = OAuthClient(signedIn.flow.configuration, session: signedIn.program.session)
            let token = try #require(try await signedIn.tokens().refreshToken)
            try await client.revoke(token, kind: .refreshToken)
            for user in await signedIn.program.eightUsers(of: signedIn.account) {
                #expect(throws: WhoAmI.TaskError.self) { try user.get() }
            }
            #expect(signedIn.endCodes == ["invalid_grant"])
            let log = try await signedIn.program.log {
                $0["POST /token/ 400"] == 1 && $0["POST /revoke_token/ 200"] == 1
            }
            #expect(log["POST /revoke_token/ 200"] == 1)
            #expect(log["POST /token/ 400"] == 1)
            #expect(log["GET /api/me 200"] == nil)
        }

        @Test("Signing out gives the tokens up at the server, and is no failure")
        func signOut() async throws {
            let signedIn = try await SignedIn()
            let tokens = try await signedIn.tokens()
            let client = OAuthClient(signedIn.flow.configuration, session: signedIn.program.session)
            try await client.signOut(of: signedIn.account)
            #expect(await !signedIn.account.isAuthenticated)
            #expect(signedIn.endCodes.isEmpty)

            let stolen = JWTAuth(initialTokens: tokens, refreshHandler: signedIn.flow.refreshHandler())
            await #expect(throws: WhoAmI.TaskError.self) { try await signedIn.program.user(of: stolen) }
            let expected = [
                "POST /token/ 200": 1, "POST /revoke_token/ 200": 1, "GET /api/me 401": 1, "POST /token/ 400": 1,
            ]
            #expect(try await signedIn.program.log(4) == expected)
        }

        @Test("Introspection tells whose token it is, and that it is none any more")
        func introspection() async throws {
            let signedIn = try await SignedIn()
            let web = OAuthClient(
                try await signedIn.program.configuration("web", .basic(secret: "web-secret")),
                session: signedIn.program.session)
            let tokens = try await signedIn.tokens()
            let active = try await web.introspect(tokens.accessToken, kind: .accessToken)
            #expect(active.isActive)
            #expect(active.username == "alice")
            #expect(active.clientID == "native-auto")
            #expect(active.scopes == ["openid", "items:read"])
            let end = try #require(active.expiresAt)
            #expect(abs(end.timeIntervalSince(try #require(tokens.expiresAt))) < 10)

            let client = OAuthClient(signedIn.flow.configuration, session: signedIn.program.session)
            try await client.revoke(tokens.accessToken, kind: .accessToken)
            #expect(try await !web.introspect(tokens.accessToken).isActive)
        }
    }
}
