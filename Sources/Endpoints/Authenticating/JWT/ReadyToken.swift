/// What a request has to know of the present pair to take its token without a decision.
///
/// ``TokenState`` keeps it beside the pair, so that the way of a good token copies one string and compares two numbers.
struct ReadyToken: Sendable {
    let text: Redacted<String>
    let signInID: UUID?
    private let end: TimeInterval
    private let leeway: TimeInterval

    /// Looks at a pair; nil when it has no access token.
    ///
    /// Half the token's lifetime bounds the leeway, so that a token that lives shorter than the leeway is not thrown
    /// away when it has just come.
    init?(_ pair: TokenPair, leeway: TimeInterval) {
        guard !pair.accessToken.isEmpty else { return nil }
        text = Redacted(pair.accessToken)
        signInID = pair.signInID
        guard let expiresAt = pair.expiresAt else {
            (end, self.leeway) = (.infinity, 0)
            return
        }
        let lifetime = pair.receivedAt.map { max(0, expiresAt.timeIntervalSince($0)) } ?? .infinity
        (end, self.leeway) = (expiresAt.timeIntervalSinceReferenceDate, min(leeway, lifetime / 2))
    }

    /// Whether more than the leeway is left of the token.
    func isGood(at now: Date) -> Bool {
        end - now.timeIntervalSinceReferenceDate > leeway
    }
}
