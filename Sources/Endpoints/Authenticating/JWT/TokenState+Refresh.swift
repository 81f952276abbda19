extension TokenState {
    /// What a step of a refresh came to.
    mutating func handleRefresh(_ event: Event, of id: WorkID, during activity: Activity, at now: Date) -> Step {
        switch (activity, event) {
        case (.rereading(let pair), .loaded(.success(let stored))): return reread(stored, id, over: pair, at: now)
        case (.rereading(let pair), .loaded(.failure(let error))), (.rereading(let pair), .blocked(let error)),
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
    mutating func ask(_ id: WorkID, with pair: TokenPair, at now: Date) -> Step {
        guard let refreshToken = pair.usableRefreshToken else {
            return end(in: .signedIn(pair), .failure(.noRefreshToken))
        }
        guard Redacted(refreshToken) != refused else { return reject(RefreshRejection(), id) }
        guard pair.usableRefreshToken(at: now) != nil else {
            return reject(RefreshRejection(underlying: ExpiredRefreshToken()), id)
        }
        return next(id, .asking(pair), .ask(refreshToken: Redacted(refreshToken)))
    }

    /// Takes in what the store has before the refresh token is presented.
    private mutating func reread(_ stored: TokenPair?, _ id: WorkID, over pair: TokenPair, at now: Date) -> Step {
        guard let stored, stored.isUsable else { return takeOver(nil, at: now) }
        guard stored != pair else { return ask(id, with: pair, at: now) }
        if stored.accessToken != pair.accessToken, isGood(stored, at: now) { return takeOver(stored, at: now) }
        return ask(id, with: stored, at: now)
    }

    /// Takes in what the store has after the refresh token was refused.
    private mutating func reread(
        _ stored: TokenPair?, _ id: WorkID, over pair: TokenPair, after error: any Error, at now: Date
    ) -> Step {
        guard let stored, stored.isUsable else { return endSignIn(error, isCleared: true) }
        let isNewer = stored.accessToken != pair.accessToken || stored.refreshToken != pair.refreshToken
        return isNewer ? takeOver(stored, at: now) : reject(error, id)
    }

    private mutating func renew(_ pair: TokenPair, by answer: TokenPair, _ id: WorkID, at now: Date) -> Step {
        guard !answer.accessToken.isEmpty else {
            return end(in: .signedIn(pair), .failure(.refreshFailed(underlying: EmptyAccessToken())))
        }
        let renewed = answer.received(at: now).keepingRefreshToken(of: pair)
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
        let renewed = answer.received(at: now).keepingRefreshToken(of: pair)
        let reread = Activity.rereadingBeforeSave(renewed, .refresh(of: pair), shown: .refreshing)
        switch phase {
        case .signedIn where isStored:
            return next(newID, reread, .load)
        case .signedIn:
            return end(in: .signedIn(renewed), .success(renewed), .updated(renewed), by: newID)
        case .working(let id, .rereading), .working(let id, .rereadingAfterRejection):
            // What it is reading is what this wants to know too.
            move(to: .working(id, reread))
            return .stop
        default:
            return .stop
        }
    }

    /// Takes what another owner of the store has put there, or that it has emptied it, which is no rejection.
    ///
    /// A pair that is no longer good is there to look at again: those who wait need another one.
    mutating func takeOver(_ stored: TokenPair?, at now: Date) -> Step {
        guard let stored, stored.isUsable else {
            endGeneration()
            return end(in: .signedOut(isCleared: true), .failure(.notAuthenticated))
        }
        return end(in: .signedIn(stored), .success(isGood(stored, at: now) ? stored : nil), .updated(stored))
    }

    private mutating func reject(_ error: any Error, _ id: WorkID) -> Step {
        isStored ? next(id, .clearingAfterRejection(error), .clear) : endSignIn(error, isCleared: true)
    }

    private mutating func endSignIn(_ error: any Error, isCleared: Bool) -> Step {
        endGeneration()
        let phase = Phase.signedOut(isCleared: isCleared)
        return end(in: phase, .failure(.refreshRejected(underlying: error)), .rejected(error))
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
