// The sign-ins that a call belongs to: one for each account that it has asked for a token.
extension CallJournal {
    /// A sign-in of an account.
    struct SignIn: Sendable {
        let account: JWTAuth
        let id: UUID
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

    /// Whether the call has had an account renew its token.
    func hasRenewed(_ account: JWTAuth) -> Bool {
        state.withLock { state in state.refusal != nil && state.signIns.contains { $0.account === account } }
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
