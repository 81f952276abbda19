extension TokenState {
    /// What the running work is doing.
    enum Activity: Sendable {
        case reading(shown: AuthenticationState)
        case saving(TokenPair, Origin, shown: AuthenticationState)
        /// Another owner may have written since the pair was got.
        case rereadingBeforeSave(TokenPair, Origin, shown: AuthenticationState)
        /// A sign-in removes what is stored first, so that its failure leaves nobody signed in.
        case clearingForSignIn
        case signingIn
        /// Another owner of the store may have been faster; the server may have refused the pair's token.
        case rereading(TokenPair, isRefused: Bool = false)
        /// The store notes that the refresh token is going to be presented.
        case preparing(TokenPair)
        /// Another owner is presenting the refresh token, or has been cut off while it did.
        case pausing(TokenPair)
        case asking(TokenPair)
        /// The refresh token was refused, maybe because another owner used it.
        case rereadingAfterRejection(TokenPair, any Error)
        case clearingAfterRejection(any Error)
    }

    /// Where a pair came from that is being saved.
    enum Origin: Sendable {
        /// The store had none.
        case initial
        /// A command, which wins over whatever the store has.
        case given
        /// A command that renews the present sign-in, and wins over whatever the store has.
        case update
        /// A sign-in, which has cleared the store: what is there is newer.
        case signIn
        /// A refresh with the pair that the store had.
        case refresh(of: TokenPair)
    }
}

extension TokenState.Activity {
    /// The pair that the work is about; none where nobody is signed in.
    var tokens: TokenPair? {
        switch self {
        case .saving(let pair, _, _), .rereadingBeforeSave(let pair, _, _), .rereading(let pair, _),
            .preparing(let pair), .pausing(let pair), .asking(let pair), .rereadingAfterRejection(let pair, _):
            pair
        case .reading, .clearingForSignIn, .signingIn, .clearingAfterRejection: nil
        }
    }

    /// What an observer sees.
    var visible: AuthenticationState {
        switch self {
        case .reading(let shown), .saving(_, _, let shown), .rereadingBeforeSave(_, _, let shown): shown
        case .clearingForSignIn, .signingIn: .authenticating
        case .rereading, .preparing, .pausing, .asking, .rereadingAfterRejection, .clearingAfterRejection: .refreshing
        }
    }

    /// The pair that calls may use while the work runs: one that renews the sign-in, and that is being saved again.
    var usableTokens: TokenPair? {
        switch self {
        case .saving(let pair, let origin, _) where isSavingAgain && origin.isRenewal: pair
        case .rereadingBeforeSave(let pair, let origin, _) where isSavingAgain && origin.isRenewal: pair
        default: nil
        }
    }

    /// Whether a pair is saved that was in use before, because the store didn't take it.
    var isSavingAgain: Bool {
        switch self {
        case .saving(_, _, .storageFailed), .rereadingBeforeSave(_, _, .storageFailed): true
        default: false
        }
    }

    /// Whether the pair, if there is one, is given to nobody yet because it is the first of its sign-in.
    var isBeginningSignIn: Bool {
        switch self {
        case .saving(_, let origin, _) where !isSavingAgain,
            .rereadingBeforeSave(_, let origin, _) where !isSavingAgain:
            switch origin {
            case .initial, .signIn: true
            case .given, .update, .refresh: false
            }
        default: false
        }
    }
}

extension TokenState.Origin {
    /// Whether the pair took the place of another without anybody's command.
    var isRefresh: Bool {
        if case .refresh = self { true } else { false }
    }

    /// Whether the pair renews a sign-in, so that it is good although the store doesn't take it.
    var isRenewal: Bool {
        switch self {
        case .refresh, .update: true
        case .initial, .given, .signIn: false
        }
    }

    /// Whether the pair wins over whatever the store has.
    var isCommand: Bool {
        switch self {
        case .given, .update: true
        case .initial, .signIn, .refresh: false
        }
    }

    /// Whether the store has what it had when the pair was got, so that no other owner has written since.
    func isExpected(_ stored: TokenPair?) -> Bool {
        switch self {
        case .given, .update: true
        case .initial, .signIn: stored == nil
        case .refresh(let old): stored == old && (stored?.signInID ?? old.signInID) == old.signInID
        }
    }
}
