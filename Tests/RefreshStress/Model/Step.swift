/// One thing that a caller does.
struct Step: Sendable {
    enum Action: String, Sendable {
        /// Sends a request of an authenticated endpoint.
        case fetch
        case accessToken, newAccessToken
        /// Sign in anew, by each of the two ways there are.
        case login, setTokens
        case logout
        /// The server refuses the access tokens that it has given out.
        case expire

        /// Whether it ends the sign-in before it.
        var endsGeneration: Bool { self == .logout || signsIn }

        /// Whether a new sign-in follows from it.
        var signsIn: Bool { self == .login || self == .setTokens }
    }

    let action: Action
    /// Which instance it is asked of.
    let owner: Int
    /// The ticks to let pass before.
    let delay: Int
    /// The ticks that a sign-in takes; a long one fails.
    let duration: Int
    /// The ticks after which it is cancelled, if it is still running.
    let cancellation: Int?
}
