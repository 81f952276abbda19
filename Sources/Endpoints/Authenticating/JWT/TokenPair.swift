/// An access token, what renews it, and how long they are good for.
///
/// No description or mirror shows the tokens.
public struct TokenPair: Sendable, Codable {
    /// The token that requests carry.
    public let accessToken: String
    /// The token that gets a new pair; nil or empty when there is none.
    public let refreshToken: String?
    /// When the access token ends, by this device's clock; nil when that is not known.
    ///
    /// It is then replaced only after the server refused it.
    public let expiresAt: Date?
    /// When the refresh token ends; nil when that is not known.
    public let refreshExpiresAt: Date?
    /// When the pair was received, which tells the token's lifetime from its remaining one.
    package let receivedAt: Date?

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - accessToken: the token that requests carry; it needn't be a JWT.
    ///   - refreshToken: the token that gets a new pair. A refresh that returns none keeps the one before.
    ///   - expiresAt: when the access token ends. When none is given and the token is a JWT, its `exp` claim is taken
    ///     (RFC 7519 §4.1.4); the signature is not checked, since a client has no use for it.
    ///   - refreshExpiresAt: when the refresh token ends. It is then known without asking that a sign-in has ended.
    public init(accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil, refreshExpiresAt: Date? = nil)
    {
        self.init(
            accessToken: accessToken,
            refreshToken: refreshToken,
            expiresAt: expiresAt ?? JWTLifetime(ofToken: accessToken)?.end,
            refreshExpiresAt: refreshExpiresAt,
            receivedAt: nil
        )
    }

    private init(
        accessToken: String,
        refreshToken: String?,
        expiresAt: Date?,
        refreshExpiresAt: Date?,
        receivedAt: Date?
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt.flatMap(Self.known)
        self.refreshExpiresAt = refreshExpiresAt.flatMap(Self.known)
        self.receivedAt = receivedAt
    }
}

extension TokenPair {
    /// A date that is none compares with nothing, and says nothing.
    private static func known(_ date: Date) -> Date? {
        date.timeIntervalSinceReferenceDate.isNaN ? nil : date
    }

    /// The pair as it is kept: it remembers when it came, unless it already does.
    ///
    /// A date that stands in the token was told by the server's clock; what counts from here on is the lifetime.
    package func received(at date: Date) -> TokenPair {
        guard receivedAt == nil else { return self }
        let lifetime = JWTLifetime(ofToken: accessToken)
        return TokenPair(
            accessToken: accessToken,
            refreshToken: refreshToken,
            expiresAt: lifetime?.end == expiresAt ? lifetime?.end(receivedAt: date) : expiresAt,
            refreshExpiresAt: refreshExpiresAt,
            receivedAt: date
        )
    }

    /// The pair with the refresh token of the one before, where the server sent none (RFC 6749 §6).
    package func keepingRefreshToken(of previous: TokenPair) -> TokenPair {
        guard usableRefreshToken == nil else { return self }
        return TokenPair(
            accessToken: accessToken,
            refreshToken: previous.usableRefreshToken,
            expiresAt: expiresAt,
            refreshExpiresAt: refreshExpiresAt ?? previous.refreshExpiresAt,
            receivedAt: receivedAt
        )
    }

    /// Whether there is anything in it to be authenticated by.
    package var isUsable: Bool {
        !accessToken.isEmpty || usableRefreshToken != nil
    }

    /// The refresh token, unless it is empty.
    package var usableRefreshToken: String? {
        refreshToken.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The refresh token, unless it is empty or known to have ended.
    package func usableRefreshToken(at now: Date) -> String? {
        if let refreshExpiresAt, refreshExpiresAt <= now { return nil }
        return usableRefreshToken
    }
}

extension TokenPair: Equatable {
    /// Compares tokens and dates; when the pairs were received makes no difference.
    public static func == (left: TokenPair, right: TokenPair) -> Bool {
        left.accessToken == right.accessToken && left.refreshToken == right.refreshToken
            && left.expiresAt == right.expiresAt && left.refreshExpiresAt == right.refreshExpiresAt
    }
}

extension TokenPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The dates; the tokens are not shown.
    public var description: String {
        let expiry = expiresAt.map { "expires \(ISO8601Dates.string(from: $0))" } ?? "no known expiry"
        return "TokenPair(\(expiry), \(usableRefreshToken == nil ? "not refreshable" : "refreshable"))"
    }

    /// The dates; the tokens are not shown.
    public var debugDescription: String { description }

    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
