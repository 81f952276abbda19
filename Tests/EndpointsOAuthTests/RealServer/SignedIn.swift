import EndpointsOAuth
import Testing

/// A program whose user has signed in through the scripted browser.
struct SignedIn: Sendable {
    let program: Program
    let flow: AuthorizationCodeFlow
    let account: JWTAuth
    /// What the account's clock is ahead by; a refresh sets it right.
    let drift: Locked<TimeInterval>
    /// How many refreshes have begun.
    let refreshes: Locked<Int>
    /// Why the sign-in has ended, as often as that was told.
    let endings: Locked<[any Error]>

    /// Signs in by the code grant, with a nonce.
    init(
        to server: URL = AuthorizationServerAddress.plain, by client: String = "native-auto"
    ) async throws {
        let program = Program(server: server)
        let flow = AuthorizationCodeFlow(try await program.configuration(client), session: program.session)
        let attempt = try flow.begin(nonce: AuthorizationCodeFlow.makeNonce())
        let redirect = try await ScriptedBrowser().signIn(at: attempt.url)
        let code = try attempt.handle(redirect: redirect).expectedCode()
        let (drift, refreshes, endings) = (Locked<TimeInterval>(0), Locked(0), Locked<[any Error]>([]))
        let refresh = flow.refreshHandler()
        account = JWTAuth(
            configuration: .init(now: { Date().addingTimeInterval(drift.withLock { $0 }) }),
            refreshHandler: { token in
                refreshes.withLock { $0 += 1 }
                defer { drift.withLock { $0 = 0 } }
                return try await refresh(token)
            },
            onRefreshFailed: { error in endings.withLock { $0.append(error) } }
        )
        try await account.login { try await flow.exchange(code: code, of: attempt).tokenPair }
        self.program = program
        self.flow = flow
        self.drift = drift
        self.refreshes = refreshes
        self.endings = endings
    }

    /// The tokens of the account.
    func tokens() async throws -> TokenPair {
        try #require(try await account.tokens)
    }

    /// Lets the access token end, by the account's clock.
    func expire() {
        drift.withLock { $0 = 3_600 }
    }

    /// The server's words for which the sign-in has ended, as often as that was told.
    var endCodes: [String?] {
        endings.withLock(\.self).map { error in ((error as? RefreshRejection)?.underlying as? OAuthError)?.serverCode }
    }
}

extension RedirectOutcome {
    /// The code; an error for everything else.
    func expectedCode() throws -> String {
        switch self {
        case .code(let code): return code
        case .failure(let error): throw error
        case .notMine: throw OAuthError.missingCode
        }
    }
}

/// Whether an error is the server's refusal by a code.
func isRefusal(_ code: String, status: Int? = nil) -> @Sendable (any Error) -> Bool {
    { error in
        guard case .server(let refusal)? = error as? OAuthError else { return false }
        return refusal.code == code && (status == nil || refusal.statusCode == status)
    }
}
