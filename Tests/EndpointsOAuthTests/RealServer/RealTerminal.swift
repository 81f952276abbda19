import EndpointsOAuth
import Testing

extension RealAuthorizationServer {
    @Suite("Signing in from a terminal")
    struct Terminal {
        @Test("S3-14: The browser comes back to the program's port, and shows that the user is signed in")
        func allowed() async throws {
            try await TerminalJourney(server: AuthorizationServerAddress.plain).signIn()
        }

        @Test("A user who says no ends the sign-in, and the browser shows that it did not succeed")
        func denied() async throws {
            let program = Program()
            let page = SharedResult<String>()
            let terminal = LoopbackRedirect { url in ScriptedBrowser().visit(url, .deny, showing: page) }
            let configuration = try await program.configuration("native")
            await #expect(
                performing: { try await terminal.signIn(with: configuration, session: program.session) },
                throws: isRefusal("access_denied"))
            #expect(try await page.value().contains("did not succeed"))
            try await program.session.response(with: LeaveMark(), environment: program.server)
            #expect(try await program.log(1) == ["GET /healthz 200": 1])
        }
    }
}

extension RealAuthorizationServerOverTLS {
    @Test("A user signs in over HTTPS, the token is renewed once under eight calls, and signing out gives it up")
    func journey() async throws {
        let signedIn = try await SignedIn(to: AuthorizationServerAddress.secure, by: "native")
        let old = try await signedIn.tokens()
        signedIn.expire()
        for user in await signedIn.program.eightUsers(of: signedIn.account) { #expect(try user.get() == "alice") }
        let new = try await signedIn.tokens()
        let isRotated = new.refreshToken != old.refreshToken
        #expect(isRotated)
        let client = OAuthClient(signedIn.flow.configuration, session: signedIn.program.session)
        try await client.signOut(of: signedIn.account)
        let token = try #require(new.refreshToken)
        await #expect(performing: { try await client.refresh(token) }, throws: isRefusal("invalid_grant"))
    }

    @Test("S3-14: A terminal's sign-in goes to a server over HTTPS, and comes back to the program's port")
    func terminal() async throws {
        try await TerminalJourney(server: AuthorizationServerAddress.secure).signIn()
    }
}

/// A program at a terminal, whose user signs in through the scripted browser.
struct TerminalJourney: Sendable {
    let server: URL

    func signIn() async throws {
        let program = Program(server: server)
        let page = SharedResult<String>()
        let terminal = LoopbackRedirect { url in ScriptedBrowser().visit(url, .allow, showing: page) }
        let response = try await terminal.signIn(
            with: try await program.configuration("native"), session: program.session)
        #expect(response.scopes == ["openid", "items:read"])
        #expect(try await page.value().contains("You are signed in"))
        let account = JWTAuth { _ in throw OAuthError.cancelled }
        try await account.setTokens(response.tokenPair)
        #expect(try await program.user(of: account) == "alice")
    }
}

extension ScriptedBrowser {
    /// Signs in beside the program, which waits for it, and keeps what the last page shows.
    func visit(_ url: URL, _ decision: Decision, showing page: SharedResult<String>) {
        Task {
            do {
                page.settle(.success(try await open(signIn(at: url, decision)).html))
            } catch {
                page.settle(.failure(error))
            }
        }
    }
}
