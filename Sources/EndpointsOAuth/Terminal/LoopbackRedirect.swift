/// Signs in from a command-line program (RFC 8252 §7.3): a browser is opened, and comes back to a port of this machine
/// that is open for just that long.
///
/// ```swift
/// let response = try await LoopbackRedirect().signIn(with: configuration)
/// try await API.auth.setTokens(response.tokenPair)
/// ```
///
/// The server has to accept `http://127.0.0.1/callback` with any port as a redirect URI, as RFC 8252 §7.3 asks it to.
public struct LoopbackRedirect: Sendable {
    private let path: String
    private let timeLimit: Duration
    private let clock: any Clock<Duration>
    private let open: @Sendable (URL) async -> Void

    /// Creates a way to sign in.
    ///
    /// - Parameters:
    ///   - path: the path of the redirect URI, `/callback` unless given.
    ///   - timeLimit: the time that the user has, five minutes unless given.
    ///   - clock: measures it.
    ///   - open: shows a URL to the user; unless given, it opens a browser, or prints the URL where there is none.
    public init(
        path: String = "/callback",
        timeLimit: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping @Sendable (URL) async -> Void = Browser.open
    ) {
        self.path = path.hasPrefix("/") ? path : "/\(path)"
        self.timeLimit = timeLimit
        self.clock = clock
        self.open = open
    }

    /// Signs in, and returns the tokens.
    ///
    /// - Parameters:
    ///   - configuration: the server and the client; its redirect URI is replaced by that of the open port.
    ///   - parameters: more query items for the authorization endpoint.
    ///   - session: carries the request to the token endpoint.
    /// - Throws: ``OAuthError``; ``OAuthError/timedOut`` when the user took too long, ``OAuthError/cancelled`` when the
    ///   task was cancelled. The port is closed then.
    public func signIn(
        with configuration: OAuthConfiguration,
        parameters: KeyValuePairs<String, String> = [:],
        session: URLSession = .shared
    ) async throws(OAuthError) -> TokenResponse {
        let listener = try LoopbackListener(path: path)
        defer { listener.stop() }
        var configuration = configuration
        configuration.redirectURI = listener.redirectURI
        let flow = AuthorizationCodeFlow(configuration, session: session)
        let attempt = try flow.begin(parameters: parameters)
        listener.begin(attempt)
        // Whoever shows the URL may take as long as the user does.
        let opening = Task { [open] in await open(attempt.url) }
        defer { opening.cancel() }
        let result: Result<TokenResponse, OAuthError>
        do throws(OAuthError) {
            let code = try await listener.code(within: timeLimit, on: clock)
            result = await flow.result(ofExchanging: code, of: attempt)
        } catch {
            // Without a redirect no browser waits for a page.
            if error.isWithoutRedirect { throw error }
            result = .failure(error)
        }
        await listener.conclude(isSuccess: (try? result.get()) != nil)
        return try result.get()
    }
}

extension OAuthError {
    /// Whether the wait for the redirect ended before there was one.
    fileprivate var isWithoutRedirect: Bool {
        switch self {
        case .timedOut, .cancelled: true
        default: false
        }
    }
}

extension AuthorizationCodeFlow {
    fileprivate func result(
        ofExchanging code: String, of attempt: AuthorizationAttempt
    ) async -> Result<TokenResponse, OAuthError> {
        do throws(OAuthError) { return .success(try await exchange(code: code, of: attempt)) } catch {
            return .failure(error)
        }
    }
}
