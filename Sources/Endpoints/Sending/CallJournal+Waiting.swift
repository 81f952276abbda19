// What waiting in the line for a connection does to credentials: they are put on before it, since getting them may take
// long, and no connection is held meanwhile.
extension CallJournal {
    /// Credentials that are older may have become worthless, whatever they are.
    private static let freshness = Duration.seconds(1)

    /// Whether the attempt has been through the line before, so that it goes to its front.
    var isBack: Bool { state.withLock(\.isBack) }

    /// Whether the credentials of a request have grown old while it waited; that is noted then.
    ///
    /// An account whose token is no longer good is believed once, since it may have no better one.
    func comesBack(with request: AuthenticatedRequest) -> Bool {
        guard request.hasCredentials else { return false }
        let (signIns, isBack, age) = state.withLock { state in
            (state.signIns, state.isBack, state.authentication.map { ContinuousClock.now - $0 } ?? .zero)
        }
        let isOld =
            age > Self.freshness || !isBack && signIns.contains { $0.account.wouldReplaceToken(of: request.urlRequest) }
        if isOld { state.withLock { $0.isBack = true } }
        return isOld
    }
}
