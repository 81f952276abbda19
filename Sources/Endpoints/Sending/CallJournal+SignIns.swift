// The sign-ins that a call belongs to: one for each account that it has asked for a token.
extension CallJournal {
    /// A sign-in of an account.
    struct SignIn: Sendable {
        let account: JWTAuth
        let id: UUID
        /// Whether the account has renewed its token for the call.
        var hasRenewed = false
    }

    /// Whether the call goes out without credentials, because nobody was signed in when it asked for some.
    var isNobodys: Bool {
        get { state.withLock(\.isNobodys) }
        set { state.withLock { $0.isNobodys = newValue } }
    }

    /// Notes the sign-in of an account that the call belongs to, unless it belongs to one already.
    ///
    /// - Returns: the sign-in that it belongs to.
    func bind(to id: UUID?, of account: JWTAuth) -> UUID? {
        state.withLock { state in
            if let signIn = state.signIns.first(where: { $0.account === account }) { return signIn.id }
            if let id { state.signIns.append(SignIn(account: account, id: id)) }
            return id
        }
    }

    /// Whether anything of the call has been sent.
    var hasSent: Bool { state.withLock(\.hasSent) }

    /// Notes that an account has renewed its token for the call.
    func didRenew(_ account: JWTAuth) {
        state.withLock { state in
            guard let index = state.signIns.firstIndex(where: { $0.account === account }) else { return }
            state.signIns[index].hasRenewed = true
        }
    }

    /// Whether the account has renewed its token for the call.
    func hasRenewed(_ account: JWTAuth) -> Bool {
        state.withLock { $0.signIns.contains { $0.account === account && $0.hasRenewed } }
    }

    /// Ends the sign-in of an account before the call's failure is told.
    func end(_ ending: Task<Void, Never>) {
        state.withLock { $0.endings.append(ending) }
    }

    /// Waits until the sign-ins have ended that the call's failure ends.
    func endSignIns() async {
        for ending in state.withLock(\.endings) { await ending.value }
    }

    /// Why nothing more may be sent for the call; nil while all its sign-ins last.
    var signInEnd: AuthenticationError? {
        for signIn in state.withLock(\.signIns) {
            if let error = signIn.account.end(of: signIn.id) { return error }
        }
        return nil
    }
}

extension JWTAuth {
    /// What a call fails with whose sign-in has ended; nil while it lasts.
    nonisolated func end(of signInID: UUID) -> AuthenticationError? {
        tokenState.withLock { $0.history.end(of: signInID)?.error }
    }
}
