/// A store's note that a refresh token is being presented to its server.
///
/// Servers end a sign-in when a refresh token comes twice, so whoever shares a store has to know what another owner has
/// begun, also one that has been killed since. See ``TokenStorage/prepareRefresh(_:)``.
public struct RefreshNote: Sendable, Codable, Hashable {
    /// Tells this presentation from every other one.
    public let id: UUID
    /// The SHA-256 digest of the refresh token, in base64 for URLs.
    public let tokenHash: String
    /// When the token was about to be presented.
    public let notedAt: Date
    /// Until when nobody else presents the token: the time limit of the refresh, and a margin for an answer that comes
    /// late.
    public let until: Date

    /// Creates a note, for stores that keep its parts by themselves.
    public init(id: UUID, tokenHash: String, notedAt: Date, until: Date) {
        self.id = id
        self.tokenHash = tokenHash
        self.notedAt = notedAt
        self.until = until
    }

    /// A note about a token that is presented from now on.
    init(presenting refreshToken: String, at now: Date, limit: Duration) {
        self.init(
            id: UUID(),
            tokenHash: Self.hash(of: refreshToken),
            notedAt: now,
            until: now.addingTimeInterval((limit + Self.margin(for: limit)).timeInterval)
        )
    }

    /// The digest by which a note names a refresh token.
    public static func hash(of refreshToken: String) -> String {
        SHA256Digest.digest(of: Data(refreshToken.utf8)).base64URL
    }

    /// How long a late answer to a refresh of a time limit is waited for.
    static func margin(for limit: Duration) -> Duration {
        min(max(limit / 4, .seconds(3)), .seconds(15))
    }

    /// The same presentation, which goes on holding the token for as long as it did at first.
    func prolonged(from now: Date) -> RefreshNote {
        RefreshNote(id: id, tokenHash: tokenHash, notedAt: now, until: now.addingTimeInterval(length))
    }

    private var length: TimeInterval { until.timeIntervalSince(notedAt) }
}

extension RefreshNote {
    /// What a store does with a note, where it has another one already.
    public enum Resolution: Sendable, Hashable {
        /// It writes the new note in place of the one that it has: that one is about another token, or over, or of the
        /// same presentation.
        case write
        /// It keeps the note that it has and returns it.
        case wait
        /// It writes this note in place of the one that it has, and returns it: the clock has been set back, and the note
        /// runs from now on.
        case restart(RefreshNote)
    }

    /// What a store does with this note, where it has another one already.
    public func resolution(against stored: RefreshNote) -> Resolution {
        guard stored.id != id, stored.tokenHash == tokenHash, stored.until > notedAt else { return .write }
        guard stored.notedAt > notedAt else { return .wait }
        return .restart(stored.prolonged(from: notedAt))
    }
}

extension RefreshNote: CustomStringConvertible, CustomReflectable {
    /// When it ends.
    public var description: String { "RefreshNote(until \(ISO8601Dates.description(of: until)))" }

    /// When it ends.
    public var customMirror: Mirror { Mirror(self, children: ["until": until]) }
}

/// What became of a refresh token that a store has a note about.
///
/// The set is open: newer versions may tell more apart.
public struct RefreshOutcome: Hashable, Sendable {
    /// The name of the outcome.
    public let name: String

    /// The server returned a new pair, and the store has it.
    public static let adopted = RefreshOutcome(name: "adopted")
    /// The server refused the request or the token.
    public static let refused = RefreshOutcome(name: "refused")
    /// The token was not presented after all.
    public static let neverSent = RefreshOutcome(name: "neverSent")
    /// The server may have used the token: its answer was lost, or couldn't be read.
    public static let unknown = RefreshOutcome(name: "unknown")

    /// What an error of a refresh handler says about its refresh token.
    ///
    /// A status of 4xx, and 503, are answers of a server that has not used the token.
    static func outcome(of error: any Error) -> RefreshOutcome {
        if RefreshRejection.isRejection(error) { return .refused }
        guard let status = AuthenticationError.refreshFailed(underlying: error).statusCode else { return .unknown }
        return (400..<500).contains(status) || status == 503 ? .refused : .unknown
    }
}

extension RefreshOutcome: CustomStringConvertible {
    /// The name of the outcome.
    public var description: String { name }
}
