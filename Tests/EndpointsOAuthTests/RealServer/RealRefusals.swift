import EndpointsOAuth
import Testing

extension RealAuthorizationServer {
    @Suite("What is refused")
    struct Refusals {
        private let program = Program()

        /// A flow of this program, a sign-in that has begun, and where the browser was sent back to.
        private func redirect(
            _ client: String = "native-auto", _ decision: ScriptedBrowser.Decision = .allow
        ) async throws -> (flow: AuthorizationCodeFlow, attempt: AuthorizationAttempt, url: URL) {
            let flow = AuthorizationCodeFlow(try await program.configuration(client), session: program.session)
            let attempt = try flow.begin()
            return (flow, attempt, try await ScriptedBrowser().signIn(at: attempt.url, decision))
        }

        @Test("O-05: The server refuses a wrong verifier, and the error holds no secret")
        func wrongVerifier() async throws {
            let (flow, attempt, url) = try await redirect()
            let code = try attempt.handle(redirect: url).expectedCode()
            let wrong = PKCE()
            await #expect(
                performing: { try await flow.exchange(code: code, pkce: wrong) },
                throws: { error in
                    let text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
                    let isClean = ![code, wrong.verifier, attempt.pkce.verifier, attempt.state].contains {
                        text.contains($0)
                    }
                    return isClean && isRefusal("invalid_grant", status: 400)(error)
                })
            #expect(try await program.log(1) == ["POST /token/ 400": 1])
            // The proof was what was wrong: with the right one the code is good.
            _ = try await flow.exchange(code: code, of: attempt)
        }

        @Test("O-01, S0-35: A redirect with a wrong state makes no request to the token endpoint")
        func wrongState() async throws {
            let (flow, _, url) = try await redirect()
            let other = try flow.begin()
            guard case .failure(.stateMismatch) = other.handle(redirect: url) else {
                Issue.record("Another sign-in's redirect was taken.")
                return
            }
            #expect(
                performing: { try flow.authorizationCode(fromRedirect: url, expectedState: other.state) },
                throws: {
                    error in
                    if case .stateMismatch? = error as? OAuthError { true } else { false }
                })
            try await program.session.response(with: LeaveMark(), environment: program.server)
            #expect(try await program.log(1) == ["GET /healthz 200": 1])
        }

        @Test("O-02: A user who says no is an error by the server's code, and makes no request to the token endpoint")
        func deniedConsent() async throws {
            let (_, attempt, url) = try await redirect("native", .deny)
            #expect(
                performing: { try attempt.handle(redirect: url).expectedCode() }, throws: isRefusal("access_denied"))
            try await program.session.response(with: LeaveMark(), environment: program.server)
            #expect(try await program.log(1) == ["GET /healthz 200": 1])
        }

        @Test("A code is good for one exchange, and for the client that asked for it")
        func usedCode() async throws {
            let (flow, attempt, url) = try await redirect()
            let code = try attempt.handle(redirect: url).expectedCode()
            let foreign = AuthorizationCodeFlow(try await program.configuration("native"), session: program.session)
            await #expect(
                performing: { try await foreign.exchange(code: code, of: attempt) }, throws: isRefusal("invalid_grant"))
            _ = try await flow.exchange(code: code, of: attempt)
            await #expect(
                performing: { try await flow.exchange(code: code, of: attempt) }, throws: isRefusal("invalid_grant"))
            #expect(try await program.log(3) == ["POST /token/ 400": 2, "POST /token/ 200": 1])
        }

        @Test("A client that the server doesn't know, and one with a wrong secret, are errors by the server's code")
        func wrongClient() async throws {
            let (_, attempt, url) = try await redirect()
            let code = try attempt.handle(redirect: url).expectedCode()
            let nobody = AuthorizationCodeFlow(try await program.configuration("nobody"), session: program.session)
            await #expect(
                performing: { try await nobody.exchange(code: code, of: attempt) }, throws: isRefusal("invalid_client"))
            let ways: [ClientAuthentication] = [
                .basic(secret: "wrong"), .basicRaw(secret: "wrong"), .post(secret: "wrong"),
            ]
            for way in ways {
                let web = OAuthClient(try await program.configuration("web", way), session: program.session)
                await #expect(
                    performing: { try await web.revoke("nothing") }, throws: isRefusal("invalid_client", status: 401))
            }
            #expect(try await program.log(4) == ["POST /token/ 401": 1, "POST /revoke_token/ 401": 3])
        }

        @Test("A nonce that is not that of the ID token ends the sign-in")
        func wrongNonce() async throws {
            let (flow, attempt, url) = try await redirect()
            let code = try attempt.handle(redirect: url).expectedCode()
            await #expect(
                performing: {
                    try await flow.exchange(code: code, pkce: attempt.pkce, nonce: AuthorizationCodeFlow.makeNonce())
                },
                throws: { error in
                    if case .nonceMismatch? = error as? OAuthError { true } else { false }
                })
        }

        @Test("A redirect that names another issuer is refused")
        func wrongIssuer() async throws {
            let (flow, attempt, url) = try await redirect()
            var configuration = flow.configuration
            configuration.issuer = "https://other.example"
            #expect(
                performing: {
                    try AuthorizationCodeFlow(configuration).authorizationCode(
                        fromRedirect: url, expectedState: attempt.state)
                },
                throws: { error in
                    if case .issuerMismatch? = error as? OAuthError { true } else { false }
                })
        }
    }
}
