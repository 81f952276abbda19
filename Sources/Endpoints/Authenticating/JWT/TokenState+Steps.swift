extension TokenState {
    /// The next thing that work does.
    enum Step: Sendable {
        case load
        /// Asks the store to note that the refresh token is going to be presented.
        case prepare(refreshToken: Redacted<String>)
        /// Lets go of the store until another owner's note may have ended, or a while if that is shorter.
        case pause(for: RefreshNote)
        case ask(refreshToken: Redacted<String>)
        case signIn
        case save(TokenPair)
        case clear
        case end(Ending)
        /// The work has been superseded, or never was: there is nothing to do and nobody to tell.
        case stop
    }

    /// What a step came to.
    enum Event: Sendable {
        case loaded(Result<TokenPair?, any Error>)
        /// The store has noted that the refresh token is going to be presented, or has another owner's note about it.
        case prepared(Result<RefreshNote?, any Error>)
        case paused
        /// The other owner holds the refresh token for longer than a presentation takes.
        case heldUp
        /// The refresh handler, or the sign-in, has returned.
        case answered(Result<TokenPair, any Error>)
        /// The store has saved or cleared.
        case written(Result<Void, any Error>)
        /// The store was not to be had for the step.
        case blocked(any Error)
    }

    /// What work came to.
    struct Ending: Sendable {
        /// For those who wait: the pair, or nil to look again.
        var result: Result<TokenPair?, AuthenticationError>
        /// For the one who gave the command, where it is not the same.
        var commandError: (any Error)?
        var signal: Signal?
        /// The generation that it belongs to; in another one nobody wants it.
        var generation: Int
    }

    /// What the hooks are told.
    enum Signal: Sendable {
        case updated(TokenPair)
        case rejected(any Error)
    }

    /// Takes in what the last step of some work came to, and says what comes next.
    mutating func handle(_ event: Event, of id: WorkID, at now: Date) -> Step {
        guard case .working(id, let activity) = phase else { return .stop }
        switch (activity, event) {
        case (.reading, .loaded(.success(let pair))): return restore(pair, id)
        case (.reading(let shown), .loaded(.failure(let error))), (.reading(let shown), .blocked(let error)):
            let phase = shown == .unauthenticated ? Phase.signedOut(isCleared: true) : .unread(hasFailed: true)
            return end(in: phase, .failure(.storageFailed(underlying: error)))
        case (.saving(let pair, let origin, let shown), .written(.success)):
            // What a refresh has just brought is used whatever its date says; anything else may need a refresh, and who
            // waits for a pair that was in use before may need another one.
            let isUsed = shown == .refreshing || (isGood(pair, at: now) && shown != .storageFailed)
            return end(in: .signedIn(pair), .success(isUsed ? pair : nil), origin.isRefresh ? .updated(pair) : nil)
        case (.saving(let pair, let origin, _), .written(.failure(let error))),
            (.saving(let pair, let origin, _), .blocked(let error)),
            (.rereadingBeforeSave(let pair, let origin, _), .loaded(.failure(let error))),
            (.rereadingBeforeSave(let pair, let origin, _), .blocked(let error)):
            return end(in: .unsaved(pair, origin), .failure(.storageFailed(underlying: error)))
        case (.rereadingBeforeSave(let pair, let origin, let shown), .loaded(.success(let stored))):
            guard origin.isExpected(stored) else { return takeOver(stored, at: now) }
            return next(id, .saving(pair, origin, shown: shown), .save(pair))
        case (.rereadingBeforeSave, .prepared), (.rereadingBeforeSave, .paused), (.rereadingBeforeSave, .heldUp):
            return .load
        case (.clearingForSignIn, .written(.success)): return next(id, .signingIn, .signIn)
        case (.clearingForSignIn, .written(.failure(let error))), (.clearingForSignIn, .blocked(let error)):
            return failSignIn(AuthenticationError.storageFailed(underlying: error), isCleared: false)
        case (.signingIn, .answered(.success(let pair))): return signIn(pair.received(at: now), id)
        case (.signingIn, .answered(.failure(let error))): return failSignIn(error)
        default: return handleRefresh(event, of: id, during: activity, at: now)
        }
    }

    /// Goes on with the same work.
    mutating func next(_ id: WorkID, _ activity: Activity, _ step: Step) -> Step {
        move(to: .working(id, activity))
        return step
    }

    /// Ends the work.
    mutating func end(
        in phase: Phase, _ result: Result<TokenPair?, AuthenticationError>, _ signal: Signal? = nil,
        by id: WorkID? = nil
    ) -> Step {
        move(to: phase, by: id)
        return .end(Ending(result: result, signal: signal, generation: generation))
    }

    private mutating func restore(_ stored: TokenPair?, _ id: WorkID) -> Step {
        if let stored, stored.isUsable { return end(in: .signedIn(stored.identified), .success(nil)) }
        guard let initialTokens else { return endSignedOut() }
        return next(id, .saving(initialTokens, .initial, shown: .loading), .save(initialTokens))
    }

    /// The store is empty.
    ///
    /// Those who wait are told: looking again would have it read again.
    private mutating func endSignedOut() -> Step {
        end(in: .signedOut(isCleared: true), .failure(.notAuthenticated))
    }

    private mutating func signIn(_ pair: TokenPair, _ id: WorkID) -> Step {
        guard pair.isUsable else { return failSignIn(AuthenticationError.custom(underlying: EmptyAccessToken())) }
        // The same sign-in where its calls are kept, which is still the present one then.
        let pair = pair.belonging(to: history.present ?? UUID())
        guard isStored else { return end(in: .signedIn(pair), .success(nil)) }
        return next(id, .saving(pair, .signIn, shown: .authenticating), .save(pair))
    }

    /// Those who wait for a sign-in that failed learn that nobody is signed in; why is the business of who asked for it.
    private mutating func failSignIn(_ error: any Error, isCleared: Bool = true) -> Step {
        history.end(.signedOut)
        let error = AuthenticationError.reentrancy(in: error) ?? error
        move(to: .signedOut(isCleared: isCleared))
        return .end(Ending(result: .failure(.notAuthenticated), commandError: error, generation: generation))
    }
}
