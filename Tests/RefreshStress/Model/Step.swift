/// One thing that a caller does.
struct Step: Sendable {
    enum Action: String, Sendable {
        /// Sends a request of an authenticated endpoint.
        case fetch
        case accessToken, newAccessToken
        /// Sign in anew, by each of the two ways there are.
        case login, setTokens
        /// Signs the same user in again, whose calls go on.
        case relogin
        /// Brings tokens of the same user that were renewed elsewhere.
        case updateTokens
        case logout
        /// The server refuses the access tokens that it has given out.
        case expire

        /// Whether it ends with a token, or what was sent with one.
        var needsToken: Bool { self == .fetch || self == .accessToken || self == .newAccessToken }

        /// Whether it ends the sign-in before it.
        var endsGeneration: Bool { self == .logout || signsIn }

        /// Whether the server gives out a first pair for it.
        var signsIn: Bool { replacesCalls || keepsCalls }

        /// Whether calls of the sign-in before end with it.
        var replacesCalls: Bool { self == .login || self == .setTokens }

        /// Whether calls of the sign-in before go on with its tokens.
        var keepsCalls: Bool { self == .relogin || self == .updateTokens }

        /// Whether a handler signs in, which may fail, and the store is empty meanwhile.
        var isLogin: Bool { self == .login || self == .relogin }
    }

    let action: Action
    /// Which instance it is asked of.
    let owner: Int
    /// The ticks to let pass before.
    var delay: Int
    /// The ticks that a sign-in takes; a long one fails.
    let duration: Int
    /// The ticks after which it is cancelled, if it is still running.
    let cancellation: Int?
}
