extension TokenState.Need {
    /// What is left of the need when another sign-in has come in between: its token is a new one.
    var afterAnotherSignIn: TokenState.Need {
        if case .look = self { .look } else { .token }
    }
}

extension TokenState {
    /// Why the tokens are asked for.
    enum Need: Sendable {
        /// Somebody wants to know the present tokens, good or not.
        case look
        /// A request or a caller wants a token that is good.
        case token
        /// The server refused a request that carried this access token.
        case replacement(of: String)
        /// A caller wants a new token, whatever the present one is.
        case newToken
    }

    /// What to do for a need.
    enum Decision: Sendable {
        case use(TokenPair)
        /// Work has begun; whoever comes next waits for it too.
        case begin(WorkID, Step)
        case wait
        case fail(AuthenticationError)
    }

    /// Decides about a need.
    ///
    /// Deciding to begin is beginning: there is no moment in between at which somebody else could begin too.
    mutating func decide(_ need: Need, at now: Date, newID: () -> WorkID = WorkID.make) -> Decision {
        switch phase {
        case .unread:
            return begin(.reading(shown: visible), .load, newID())
        case .signedOut(isCleared: true) where isStored:
            // Another owner may have signed in since.
            return begin(.reading(shown: visible), .load, newID())
        case .signedOut:
            return .fail(.notAuthenticated)
        case .signedIn(let pair):
            return decide(need, with: pair, at: now, newID: newID)
        case .unsaved(let pair, let origin):
            if case .look = need { return .use(pair) }
            switch origin {
            case .given: return begin(.saving(pair, origin, shown: visible), .save(pair), newID())
            case .initial, .signIn, .refresh:
                return begin(.rereadingBeforeSave(pair, origin, shown: visible), .load, newID())
            }
        case .working(_, let activity):
            return decide(need, during: activity)
        }
    }

    private mutating func decide(
        _ need: Need, with pair: TokenPair, at now: Date, newID: () -> WorkID
    ) -> Decision {
        switch need {
        case .look:
            return .use(pair)
        case .replacement(let failed) where failed != pair.accessToken:
            return .use(pair)
        case .token where isGood(pair, at: now) || isLastResort(pair, at: now):
            return .use(pair)
        case .token, .replacement, .newToken:
            if isStored { return begin(.rereading(pair), .load, newID()) }
            guard pair.usableRefreshToken != nil else { return .fail(.noRefreshToken) }
            let id = newID()
            return .begin(id, ask(id, with: pair, at: now))
        }
    }

    /// Decides about a need while work runs, which changes nothing; nil when none does.
    func decideDuringWork(_ need: Need) -> (work: WorkID, decision: Decision)? {
        guard case .working(let id, let activity) = phase else { return nil }
        return (id, decide(need, during: activity))
    }

    private func decide(_ need: Need, during activity: Activity) -> Decision {
        switch (need, activity) {
        case (.look, .reading), (.look, .saving):
            return .wait
        case (.look, _):
            return activity.tokens.map { .use($0) } ?? .fail(.notAuthenticated)
        case (.replacement(let failed), .rereading(let pair)) where failed != pair.accessToken,
            (.replacement(let failed), .asking(let pair)) where failed != pair.accessToken:
            return .use(pair)
        default:
            return .wait
        }
    }

    private mutating func begin(_ activity: Activity, _ step: Step, _ id: WorkID) -> Decision {
        move(to: .working(id, activity))
        return .begin(id, step)
    }

    /// Whether there is nothing better than a token that is past its leeway.
    ///
    /// Without a way to renew it the server has the last word, and one that can't be renewed any more is used to its end.
    private func isLastResort(_ pair: TokenPair, at now: Date) -> Bool {
        guard !pair.accessToken.isEmpty else { return false }
        if pair.usableRefreshToken == nil { return true }
        return pair.usableRefreshToken(at: now) == nil && pair.expiresAt.map { $0 > now } ?? true
    }
}
