/// What the token endpoint does with one exchange.
enum ExchangeFault: String, Sendable {
    case none
    /// Takes its time, but less than the limit.
    case slow
    /// 503, before anything has been changed.
    case unavailable
    /// Doesn't answer before the limit, and changes nothing.
    case silent
    /// Exchanges the token, and answers at the moment of the limit.
    case onTime
    /// Exchanges the token, and answers after the limit, but before the note about it ends.
    case late
    /// Exchanges the token, and answers when nobody waits any more.
    case overdue
    /// Exchanges the token, and breaks the connection off.
    case lost
    /// The sign-in is over: `invalid_grant`.
    case rejected
    /// A reply without an access token; nothing has been changed.
    case empty

    /// Whether a new pair takes the old one's place.
    var exchanges: Bool {
        switch self {
        case .none, .slow, .onTime, .late, .overdue, .lost: true
        case .unavailable, .silent, .rejected, .empty: false
        }
    }
}

/// What the store does with one access.
enum StoreFault: String, Error, Sendable {
    /// Throws, with what was stored before still there.
    case broken
    /// Takes its time.
    case slow
}
