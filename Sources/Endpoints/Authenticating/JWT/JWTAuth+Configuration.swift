extension JWTAuth {
    /// Where the token goes and when it is renewed.
    public struct Configuration: Sendable {
        /// The field that carries the token.
        public var header: Header
        /// What stands before the token and a space; empty sends the bare token.
        public var tokenPrefix: String
        /// The statuses that mean that the token is no longer good.
        ///
        /// ``shouldRefresh`` takes their place where it is set.
        public var refreshTriggerStatusCodes: Set<Int>
        /// Says from the answer and its body whether the token is no longer good.
        public var shouldRefresh: (@Sendable (HTTPURLResponse, Data) -> Bool)?
        /// The remaining life at which a token is renewed before a request is sent.
        ///
        /// Half the token's lifetime bounds it.
        public var expiryLeeway: Duration
        /// How long a refresh may take.
        ///
        /// Owners of a shared store wait for a refresh that was killed as long as its own limit says, and a little longer.
        public var refreshTimeout: Duration
        /// Whether a token that the server refuses and that can't be renewed ends the sign-in.
        ///
        /// Then ``JWTAuth/state`` is `unauthenticated` and the hook for a failed refresh is called once. Without it
        /// requests fail with ``AuthenticationError/Code/noRefreshToken`` until somebody signs in: for services whose
        /// token is fixed.
        public var endsSignInWhenRefused: Bool
        /// Whether the refusal of a token that the same call has just renewed ends the sign-in, in the same way.
        ///
        /// For servers that go on renewing the tokens of an account that they have locked. Otherwise the refusal is the
        /// call's result, and nothing else.
        public var endsSignInWhenStillRefused: Bool
        /// The present time, to which expiry dates are compared.
        ///
        /// It also dates the notes in a store, so all owners of a store need the same time.
        public var now: @Sendable () -> Date

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - header: the field that carries the token, `Authorization` by default.
        ///   - tokenPrefix: `Bearer` by default; empty sends the bare token.
        ///   - refreshTriggerStatusCodes: 401 by default. A 403 is about permissions, which no refresh changes.
        ///   - shouldRefresh: nil by default.
        ///   - expiryLeeway: 30 seconds by default; a negative one counts as zero.
        ///   - refreshTimeout: 60 seconds by default; one below a millisecond counts as a millisecond.
        ///   - endsSignInWhenRefused: true by default.
        ///   - endsSignInWhenStillRefused: false by default.
        ///   - now: the system's clock by default.
        public init(
            header: Header = .authorization,
            tokenPrefix: String = "Bearer",
            refreshTriggerStatusCodes: Set<Int> = [401],
            shouldRefresh: (@Sendable (HTTPURLResponse, Data) -> Bool)? = nil,
            expiryLeeway: Duration = .seconds(30),
            refreshTimeout: Duration = .seconds(60),
            endsSignInWhenRefused: Bool = true,
            endsSignInWhenStillRefused: Bool = false,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.header = header
            self.tokenPrefix = tokenPrefix
            self.refreshTriggerStatusCodes = refreshTriggerStatusCodes
            self.shouldRefresh = shouldRefresh
            self.expiryLeeway = expiryLeeway
            self.refreshTimeout = refreshTimeout
            self.endsSignInWhenRefused = endsSignInWhenRefused
            self.endsSignInWhenStillRefused = endsSignInWhenStillRefused
            self.now = now
        }

        /// The configuration with every value in its range; properties may have been set to anything.
        var clamped: Configuration {
            var clamped = self
            clamped.expiryLeeway = max(.zero, expiryLeeway.bounded)
            clamped.refreshTimeout = max(.milliseconds(1), refreshTimeout.bounded)
            return clamped
        }
    }
}
