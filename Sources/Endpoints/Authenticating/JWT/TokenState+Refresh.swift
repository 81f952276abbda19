extension TokenState {
    /// What a step of a refresh came to.
    mutating func handleRefresh(_ event: Event, of id: WorkID, during activity: Activity, at now: Date) -> Step {
        switch (activity, event) {
        case (.rereading(let pair, let isRefused), .loaded(.success(let stored))):
            return reread(stored, id, over: pair, isRefused: isRefused, at: now)
        case (.preparing(let pair), .prepared(.success(nil))):
            guard let refreshToken = pair.usableRefreshToken else { return .stop }
            return next(id, .asking(pair), .ask(refreshToken: Redacted(refreshToken)))
        case (.preparing(let pair), .prepared(.success(let note?))): return next(id, .pausing(pair), .pause(for: note))
        case (.pausing(let pair), .paused): return next(id, .rereading(pair), .load)
        case (.pausing(let pair), .heldUp): return end(in: .signedIn(pair), .failure(.refreshTimedOut))
        case (.rereadingAfterRejection, .prepared), (.rereadingAfterRejection, .paused),
            (.rereadingAfterRejection, .heldUp):
            return .load
        case (.rereading(let pair, _), .loaded(.failure(let error))), (.rereading(let pair, _), .blocked(let error)),
            (.preparing(let pair), .prepared(.failure(let error))), (.pausing(let pair), .blocked(let error)),
            (.rereadingAfterRejection(let pair, _), .loaded(.failure(let error))),
            (.rereadingAfterRejection(let pair, _), .blocked(let error)):
            return end(in: .signedIn(pair), .failure(.storageFailed(underlying: error)))
        case (.asking(let pair), .answered(.success(let answer))): return renew(pair, by: answer, id, at: now)
        case (.asking(let pair), .answered(.failure(let error))) where RefreshRejection.isRejection(error):
            refused = pair.usableRefreshToken.map(Redacted.init)
            return isStored
                ? next(id, .rereadingAfterRejection(pair, error), .load) : endSignIn(error, isCleared: true)
        case (.asking(let pair), .answered(.failure(let error))):
            return end(in: .signedIn(pair), .failure(Self.temporary(error)))
        case (.rereadingAfterRejection(let pair, let error), .loaded(.success(let stored))):
            return reread(stored, id, over: pair, after: error, at: now)
        case (.clearingAfterRejection(let error), .written(.success)):
            return endSignIn(error, isCleared: true)
        case (.clearingAfterRejection(let error), .written(.failure)), (.clearingAfterRejection(let error), .blocked):
            // A refused pair that stays in the store does no harm: whoever reads it is refused again.
            return endSignIn(error, isCleared: false)
        default:
            return .stop
        }
    }

    /// Presents the refresh token of a pair, unless that is known to be of no use.
    ///
    /// - Parameter isRefused: whether the server has refused the pair's access token.
    mutating func ask(_ id: WorkID, with pair: TokenPair, isRefused: Bool = false, at now: Date) -> Step {
        guard let refreshToken = pair.usableRefreshToken else {
            if isRefused, endsSignInWhenRefused { return reject(AuthenticationError.noRefreshToken, id) }
            return end(in: .signedIn(pair), .failure(.noRefreshToken))
        }
        guard Redacted(refreshToken) != refused else { return reject(RefreshRejection(), id) }
        guard pair.usableRefreshToken(at: now) != nil else {
            return reject(RefreshRejection(underlying: ExpiredRefreshToken()), id)
        }
        return isStored
            ? next(id, .preparing(pair), .prepare(refreshToken: Redacted(refreshToken)))
            : next(id, .asking(pair), .ask(refreshToken: Redacted(refreshToken)))
    }

    /// Takes in what the store has before the refresh token is presented.
    private mutating func reread(
        _ stored: TokenPair?, _ id: WorkID, over pair: TokenPair, isRefused: Bool, at now: Date
    ) -> Step {
        guard let stored = ours(stored, over: pair) else { return takeOver(nil, at: now) }
        guard stored.signInID == pair.signInID else { return takeOver(stored, at: now) }
        guard stored != pair else { return ask(id, with: pair, isRefused: isRefused, at: now) }
        if stored.accessToken != pair.accessToken, isGood(stored, at: now) { return takeOver(stored, at: now) }
        return ask(id, with: stored, isRefused: isRefused && stored.accessToken == pair.accessToken, at: now)
    }

    /// What a store has, where a pair of an older version, without a sign-in, is one of ours; nil for a pair of no use.
    private func ours(_ stored: TokenPair?, over pair: TokenPair) -> TokenPair? {
        guard let stored, stored.isUsable else { return nil }
        return stored.signInID == nil ? stored.belonging(to: pair.signInID) : stored
    }

    /// Takes in what the store has after the refresh token was refused.
    private mutating func reread(
        _ stored: TokenPair?, _ id: WorkID, over pair: TokenPair, after error: any Error, at now: Date
    ) -> Step {
        guard let stored = ours(stored, over: pair) else { return endSignIn(error, isCleared: true) }
        let isNewer =
            stored.signInID != pair.signInID || stored.accessToken != pair.accessToken
            || stored.refreshToken != pair.refreshToken
        return isNewer ? takeOver(stored, at: now) : reject(error, id)
    }

    private mutating func renew(_ pair: TokenPair, by answer: TokenPair, _ id: WorkID, at now: Date) -> Step {
        guard !answer.accessToken.isEmpty else {
            return end(in: .signedIn(pair), .failure(.refreshFailed(underlying: EmptyAccessToken())))
        }
        let renewed = answer.received(at: now).keepingRefreshToken(of: pair).belonging(to: pair.signInID)
        guard isStored else { return end(in: .signedIn(renewed), .success(renewed), .updated(renewed)) }
        return next(id, .saving(renewed, .refresh(of: pair), shown: .refreshing), .save(renewed))
    }

    /// Takes a pair that a handler returned after its time limit, as long as the refresh token that it presented is the
    /// present one: the server has retired it.
    ///
    /// - Returns: the first step of work, where that has to begin; `.stop` where the work that runs goes on with the pair,
    ///   or the pair is of no use any more.
    mutating func takeLate(
        _ answer: TokenPair, for refreshToken: String, of generation: Int, _ newID: WorkID, at now: Date
    ) -> Step {
        guard generation == self.generation, !answer.accessToken.isEmpty, let pair = tokens,
            pair.usableRefreshToken == refreshToken
        else { return .stop }
        let renewed = answer.received(at: now).keepingRefreshToken(of: pair).belonging(to: pair.signInID)
        let reread = Activity.rereadingBeforeSave(renewed, .refresh(of: pair), shown: .refreshing)
        switch phase {
        case .signedIn where isStored:
            return next(newID, reread, .load)
        case .signedIn:
            return end(in: .signedIn(renewed), .success(renewed), .updated(renewed), by: newID)
        case .working(let id, .rereading), .working(let id, .preparing), .working(let id, .pausing),
            .working(let id, .rereadingAfterRejection):
            // It reads the store next, which is what this wants too.
            move(to: .working(id, reread))
            return .stop
        default:
            return .stop
        }
    }

    /// Takes in that the server has refused a refresh token after the time limit, so that nobody presents it again.
    ///
    /// - Returns: the first step of work, where that has to begin; `.stop` where the work that runs goes on with it; nil
    ///   where the token is none of ours any more, or just isn't presented again.
    mutating func refuseLate(
        _ refreshToken: String, of generation: Int, by error: any Error, _ newID: WorkID
    ) -> Step? {
        guard generation == self.generation, let pair = tokens, pair.usableRefreshToken == refreshToken
        else { return nil }
        refused = Redacted(refreshToken)
        let reread = Activity.rereadingAfterRejection(pair, error)
        switch phase {
        case .signedIn where isStored:
            return next(newID, reread, .load)
        case .working(let id, .rereading), .working(let id, .preparing), .working(let id, .pausing):
            // It reads the store next, which is what this wants too.
            move(to: .working(id, reread))
            return .stop
        default:
            return nil
        }
    }

    /// Takes what another owner of the store has put there, or that it has emptied it, which is no rejection.
    ///
    /// A pair that is no longer good is there to look at again: those who wait need another one.
    mutating func takeOver(_ stored: TokenPair?, at now: Date) -> Step {
        guard let stored, stored.isUsable else {
            history.end(.signedOut)
            endGeneration()
            forgetTokens()
            return end(in: .signedOut(isCleared: true), .failure(.notAuthenticated))
        }
        let adopted = stored.signInID == nil ? stored.belonging(to: history.present) : stored
        // Another process has signed somebody in: what went out before is nothing that may be sent again as theirs.
        if adopted.signInID != history.present { forgetTokens() }
        return end(in: .signedIn(adopted), .success(isGood(adopted, at: now) ? adopted : nil), .updated(adopted))
    }

    private mutating func reject(_ error: any Error, _ id: WorkID) -> Step {
        isStored ? next(id, .clearingAfterRejection(error), .clear) : endSignIn(error, isCleared: true)
    }

    mutating func endSignIn(_ error: any Error, isCleared: Bool) -> Step {
        history.end(.signedOut)
        endGeneration()
        let phase = Phase.signedOut(isCleared: isCleared)
        let isUnrenewable = if case .noRefreshToken? = error as? AuthenticationError { true } else { false }
        let failure = isUnrenewable ? AuthenticationError.noRefreshToken : .refreshRejected(underlying: error)
        return end(in: phase, .failure(failure), .rejected(error))
    }

    private static func temporary(_ error: any Error) -> AuthenticationError {
        if case .refreshTimedOut? = error as? AuthenticationError { return .refreshTimedOut }
        return AuthenticationError.reentrancy(in: error) ?? .refreshFailed(underlying: error)
    }
}

/// A refresh handler or a sign-in returned a pair that can't be used.
struct EmptyAccessToken: LocalizedError {
    var errorDescription: String? { "The access token that came is empty." }
}

/// The refresh token is past its date.
struct ExpiredRefreshToken: LocalizedError {
    var errorDescription: String? { "The refresh token has expired." }
}
