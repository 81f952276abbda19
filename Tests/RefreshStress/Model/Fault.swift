/// What the token endpoint does with one exchange.
enum ExchangeFault: String, Sendable {
    case none
    /// Takes its time, but less than the limit.
    case slow
    /// 503, before anything has been changed.
    case unavailable
    /// Doesn't answer before the limit, and changes nothing.
    case silent
    /// The sign-in is over: `invalid_grant`.
    case rejected
    /// A reply without an access token; nothing has been changed.
    case empty
}

/// What the store does with one access.
enum StoreFault: String, Error, Sendable {
    /// Throws, with what was stored before still there.
    case broken
    /// Takes its time.
    case slow
}
