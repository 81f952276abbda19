/// One sign-in, from the URL that is opened to the redirect that ends it.
public final class AuthorizationAttempt: Sendable {
    /// What the user has to open.
    public let url: URL
    /// Binds the redirect to the attempt.
    public let state: String
    /// Binds the exchange to the attempt.
    public let pkce: PKCE
    /// Binds the ID token to the attempt; nil when none was asked for.
    public let nonce: String?

    private let flow: AuthorizationCodeFlow
    private let isOver = Locked(false)

    init(url: URL, state: String, pkce: PKCE, nonce: String?, flow: AuthorizationCodeFlow) {
        self.url = url
        self.state = state
        self.pkce = pkce
        self.nonce = nonce
        self.flow = flow
    }

    /// Looks at a URL that the program was opened with.
    ///
    /// One that is not the redirect URI leaves the attempt waiting. The first that is one ends it, and every later one is
    /// none of its.
    public func handle(redirect url: URL) -> RedirectOutcome {
        let outcome = flow.handle(redirect: url, expectedState: state)
        if case .notMine = outcome { return outcome }
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        return isFirst ? outcome : .notMine("the sign-in has ended already")
    }
}

extension AuthorizationAttempt: CustomReflectable {
    /// Nothing: state, proof and nonce are secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
