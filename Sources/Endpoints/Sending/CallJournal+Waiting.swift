// What waiting in the line for a connection does to credentials: they are put on before it, since getting them may take
// long, and no connection is held meanwhile.
extension CallJournal {
    /// What a method puts on that can't say how long it holds, such as a signature with a time in it, is made anew after a
    /// longer wait.
    private static let freshness = Duration.seconds(1)
    /// An account is believed so often that its token is no longer good; it may have no better one.
    private static let mostReturns = 8

    /// Whether the attempt has been through the line before, so that it goes to its front.
    var hasComeBack: Bool { state.withLock { $0.returns > 0 } }

    /// Whether the credentials of a request have grown old while it waited, so that it needs new ones and comes back; that
    /// is noted then.
    func mustComeBack(with request: AuthenticatedRequest, after wait: Duration) -> Bool {
        let (signIns, returns) = state.withLock { ($0.signIns, $0.returns) }
        let isOld =
            signIns.isEmpty
            ? returns == 0 && wait > Self.freshness
            : returns < Self.mostReturns && signIns.contains { $0.account.wouldReplaceToken(of: request.urlRequest) }
        if isOld { state.withLock { $0.returns += 1 } }
        return isOld
    }
}
