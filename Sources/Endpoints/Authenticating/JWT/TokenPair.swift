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
    /// The sign-in that the pair belongs to; nil for a pair that has not been in use yet, or comes from an older version.
    ///
    /// ``JWTAuth`` gives each sign-in a random one, which its pairs keep through refreshes. A store that keeps the parts
    /// of a pair by themselves keeps this one too: another identity in the store tells that another process has signed
    /// somebody else in.
    public let signInID: UUID?
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
    ///   - signInID: the sign-in that it belongs to, for stores that read the parts of a pair by themselves; nil by
    ///     default.
    public init(
        accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil, refreshExpiresAt: Date? = nil,
        signInID: UUID? = nil
    ) {
        self.init(
            accessToken: accessToken,
            refreshToken: refreshToken,
            expiresAt: expiresAt ?? JWTLifetime(ofToken: accessToken)?.end,
            refreshExpiresAt: refreshExpiresAt,
            signInID: signInID,
            receivedAt: nil
        )
    }

    private init(
        accessToken: String,
        refreshToken: String?,
        expiresAt: Date?,
        refreshExpiresAt: Date?,
        signInID: UUID?,
        receivedAt: Date?
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt.flatMap(Self.known)
        self.refreshExpiresAt = refreshExpiresAt.flatMap(Self.known)
        self.signInID = signInID
        self.receivedAt = receivedAt
    }
}

extension TokenPair {
    /// Whether the access token's time is over.
    ///
    /// A token without a known end is not expired, and ``JWTAuth`` renews a token earlier, by its
    /// ``JWTAuth/Configuration/expiryLeeway``.
    ///
    /// - Parameter date: the time to compare with, now by default.
    public func isExpired(at date: Date = Date()) -> Bool {
        expiresAt.map { $0 <= date } ?? false
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
            signInID: signInID,
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
            signInID: signInID,
            receivedAt: receivedAt
        )
    }

    /// The pair as one of a sign-in.
    package func belonging(to signInID: UUID?) -> TokenPair {
        guard signInID != self.signInID else { return self }
        return TokenPair(
            accessToken: accessToken,
            refreshToken: refreshToken,
            expiresAt: expiresAt,
            refreshExpiresAt: refreshExpiresAt,
            signInID: signInID,
            receivedAt: receivedAt
        )
    }

    /// The pair as a store has it: one that an older version saved belongs to a sign-in whose identity every process
    /// works out alike.
    package var identified: TokenPair {
        guard signInID == nil else { return self }
        let digest = SHA256Digest.digest(of: Data((usableRefreshToken ?? accessToken).utf8))
        return belonging(to: digest.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
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
    /// Compares tokens and dates; when the pairs were received, and in which sign-in, makes no difference.
    public static func == (left: TokenPair, right: TokenPair) -> Bool {
        left.accessToken == right.accessToken && left.refreshToken == right.refreshToken
            && left.expiresAt == right.expiresAt && left.refreshExpiresAt == right.refreshExpiresAt
    }
}

extension TokenPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The dates; the tokens are not shown.
    public var description: String {
        let expiry = expiresAt.map { "expires \(ISO8601Dates.description(of: $0))" } ?? "no known expiry"
        return "TokenPair(\(expiry), \(usableRefreshToken == nil ? "not refreshable" : "refreshable"))"
    }

    /// The dates; the tokens are not shown.
    public var debugDescription: String { description }

    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
