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
    ///
    /// - Parameter signInID: the sign-in that whoever asks belongs to; nil for one that may still belong to any.
    mutating func decide(
        _ need: Need, of signInID: UUID? = nil, at now: Date, newID: () -> WorkID = WorkID.make
    ) -> Decision {
        if let end = signInID.flatMap(history.end) { return .fail(end.error) }
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
        case .unsaved(let pair, _):
            if case .look = need { return .use(pair) }
            if isUnsaved, isMet(need, by: pair, at: now) { return .use(pair) }
            // What renews it has to find it in the store.
            let id = newID()
            return saveAgain(id).map { .begin(id, $0) } ?? .wait
        case .working(_, let activity):
            return decide(need, during: activity)
        }
    }

    private mutating func decide(
        _ need: Need, with pair: TokenPair, at now: Date, newID: () -> WorkID
    ) -> Decision {
        if isMet(need, by: pair, at: now) { return .use(pair) }
        let isRefused = if case .replacement = need { true } else { false }
        if isStored { return begin(.rereading(pair, isRefused: isRefused), .load, newID()) }
        guard pair.usableRefreshToken != nil || (isRefused && endsSignInWhenRefused) else {
            return .fail(.noRefreshToken)
        }
        let id = newID()
        return .begin(id, ask(id, with: pair, isRefused: isRefused, at: now))
    }

    /// Whether the present pair is what is needed.
    private func isMet(_ need: Need, by pair: TokenPair, at now: Date) -> Bool {
        switch need {
        case .look: true
        case .replacement(let failed): failed != pair.accessToken
        case .token: isGood(pair, at: now) || isLastResort(pair, at: now)
        case .newToken: false
        }
    }

    /// Decides about a need while work runs, which changes nothing; nil when none does.
    func decideDuringWork(_ need: Need, of signInID: UUID? = nil) -> (work: WorkID, decision: Decision)? {
        guard case .working(let id, let activity) = phase else { return nil }
        if let end = signInID.flatMap(history.end) { return (id, .fail(end.error)) }
        return (id, decide(need, during: activity))
    }

    private func decide(_ need: Need, during activity: Activity) -> Decision {
        switch (need, activity) {
        case (.look, .reading):
            return .wait
        case (.look, .saving) where !activity.isSavingAgain:
            return .wait
        case (.look, _):
            return activity.tokens.map { .use($0) } ?? .fail(.notAuthenticated)
        case (.replacement(let failed), _):
            return activity.replacement(of: failed).map { .use($0) } ?? .wait
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

extension TokenState.Activity {
    /// The pair that has taken the place of a refused token and is in use while the work runs; nil where the work has to
    /// be waited for.
    fileprivate func replacement(of failed: String) -> TokenPair? {
        switch self {
        case .rereading(let pair, _), .preparing(let pair), .pausing(let pair), .asking(let pair):
            failed == pair.accessToken ? nil : pair
        default: usableTokens.flatMap { failed == $0.accessToken ? nil : $0 }
        }
    }
}
