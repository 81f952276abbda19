extension TokenState {
    /// The next thing that work does.
    enum Step: Sendable {
        case load
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
        case (.reading(let since), .loaded(.failure(let error))), (.reading(let since), .blocked(let error)):
            let phase = since == .unauthenticated ? Phase.signedOut(isCleared: true) : .unread(hasFailed: true)
            return end(in: phase, .failure(.storageFailed(underlying: error)))
        case (.saving(let pair, let origin, let isRetry), .written(.success)):
            // What a refresh has just brought is used whatever its date says; anything else may need a refresh.
            let isUsed = origin.isRefresh && !isRetry || isGood(pair, at: now)
            return end(in: .signedIn(pair), .success(isUsed ? pair : nil), origin.isRefresh ? .updated(pair) : nil)
        case (.saving(let pair, let origin, _), .written(.failure(let error))),
            (.saving(let pair, let origin, _), .blocked(let error)),
            (.rereadingBeforeSave(let pair, let origin), .loaded(.failure(let error))),
            (.rereadingBeforeSave(let pair, let origin), .blocked(let error)):
            return end(in: .unsaved(pair, origin), .failure(.storageFailed(underlying: error)))
        case (.rereadingBeforeSave(let pair, let origin), .loaded(.success(let stored))):
            return saveAgain(pair, origin, over: stored, id, at: now)
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
        in phase: Phase, _ result: Result<TokenPair?, AuthenticationError>, _ signal: Signal? = nil
    ) -> Step {
        move(to: phase)
        return .end(Ending(result: result, signal: signal, generation: generation))
    }

    private mutating func restore(_ stored: TokenPair?, _ id: WorkID) -> Step {
        if let stored, stored.isUsable { return end(in: .signedIn(stored), .success(nil)) }
        guard let initialTokens else { return endSignedOut() }
        return next(id, .saving(initialTokens, .initial, isRetry: false), .save(initialTokens))
    }

    /// The store is empty.
    ///
    /// Those who wait are told: looking again would have it read again.
    private mutating func endSignedOut() -> Step {
        end(in: .signedOut(isCleared: true), .failure(.notAuthenticated))
    }

    /// Saves a pair that could not be saved before, unless another owner has written in the meantime.
    private mutating func saveAgain(
        _ pair: TokenPair, _ origin: Origin, over stored: TokenPair?, _ id: WorkID, at now: Date
    ) -> Step {
        switch (origin, stored) {
        case (.initial, nil), (.signIn, nil), (.given, _):
            return next(id, .saving(pair, origin, isRetry: true), .save(pair))
        case (.refresh(let old), let stored?) where stored == old:
            return next(id, .saving(pair, origin, isRetry: true), .save(pair))
        case (_, let stored): return takeOver(stored, at: now)
        }
    }

    private mutating func signIn(_ pair: TokenPair, _ id: WorkID) -> Step {
        guard pair.isUsable else { return failSignIn(AuthenticationError.custom(underlying: EmptyAccessToken())) }
        guard isStored else { return end(in: .signedIn(pair), .success(nil)) }
        return next(id, .saving(pair, .signIn, isRetry: false), .save(pair))
    }

    /// Those who wait for a sign-in that failed learn that nobody is signed in; why is the business of who asked for it.
    private mutating func failSignIn(_ error: any Error, isCleared: Bool = true) -> Step {
        move(to: .signedOut(isCleared: isCleared))
        return .end(Ending(result: .failure(.notAuthenticated), commandError: error, generation: generation))
    }
}

extension TokenState.Origin {
    /// Whether the pair took the place of another without anybody's command.
    var isRefresh: Bool {
        if case .refresh = self { true } else { false }
    }
}
