extension JWTAuth {
    /// What somebody does next who needs tokens.
    enum Turn: Sendable {
        case use(SharedTokens)
        case wait(TokenWork)
    }

    /// Somebody who needs tokens, and the sign-in that they belong to once they have asked while there was one.
    struct Asker: Sendable {
        var need: TokenState.Need
        var signInID: UUID?
    }

    /// The present access token where it is good; nil when it takes more than a look.
    ///
    /// It is no part of the caller, so that it adds nothing to what a caller keeps while it waits.
    @inline(never)
    nonisolated func goodToken() throws -> String? {
        let now = configuration.now()
        guard let good = tokenState.withLock({ $0.goodToken(at: now) }) else { return nil }
        try ForeignScope.check(good.scope)
        if let call = CurrentCall.journal, call.bind(to: good.signInID, of: self) != good.signInID { return nil }
        return good.text
    }

    /// Waits for work as often as it takes, until there are tokens that meet the need.
    ///
    /// Thousands may wait at once, and each keeps what is alive here at an `await`: a need and a reference. Decisions are
    /// made, and pairs looked at, in functions that don't wait and stay functions of their own.
    nonisolated func tokens(for need: TokenState.Need) async throws -> SharedTokens {
        var asker = Asker(need: need)
        while true {
            var turn = try join(&asker)
            if turn == nil { turn = try await decide(asker) }
            switch turn {
            case .use(let tokens):
                if belongs(&asker, to: tokens) { return tokens }
            case .wait(let work):
                let outcome = try await outcome(of: work)
                if let tokens = take(outcome, for: &asker) { return tokens }
            case nil: throw AuthenticationError.notAuthenticated
            }
        }
    }

    /// The turn of somebody who comes while work runs: it takes no hop; nil when the actor has to decide.
    @inline(never)
    private nonisolated func join(_ asker: inout Asker) throws -> Turn? {
        try Task.checkCancellation()
        let signInID = tokenState.withLock(\.signInID)
        bind(&asker, to: signInID)
        let (running, scope, visible) = tokenState.withLock { [asker] state in
            (state.decideDuringWork(asker.need, of: asker.signInID), state.scope, state.visible)
        }
        guard let running else { return nil }
        try ForeignScope.check(scope)
        return try turn(for: asker.need, running.decision, during: running.work, in: visible)
    }

    /// The turn of somebody whom no running work serves; it may be to wait for work that begins here.
    ///
    /// Deciding and beginning are one stretch of isolation, so there is never a second refresh.
    @inline(never)
    private func decide(_ asker: Asker) throws -> Turn? {
        try Task.checkCancellation()
        try ForeignScope.check(tokenState.withLock(\.scope))
        let now = configuration.now()
        let (decision, visible) = update { ($0.decide(asker.need, of: asker.signInID, at: now), $0.visible) }
        if case .begin(let id, let step) = decision { return .wait(begin(id, with: step)) }
        return try turn(for: asker.need, decision, during: work?.id, in: visible)
    }

    /// What a decision means; nil when it is to begin, or to wait for work that isn't the running one any more.
    ///
    /// The state is that of the moment of the decision: the work may have gone on since.
    private nonisolated func turn(
        for need: TokenState.Need, _ decision: TokenState.Decision, during id: WorkID?, in state: AuthenticationState
    ) throws -> Turn? {
        switch decision {
        case .use(let tokens):
            if case .replacement = need { CurrentCall.note(.rotated) }
            return .use(SharedTokens(tokens))
        case .fail(let error): throw error
        case .begin: return nil
        case .wait:
            guard let work = runningWork.withLock({ $0 }), work.id == id else { return nil }
            if case .refreshing = state { CurrentCall.note(.coalesced) }
            return .wait(work)
        }
    }

    nonisolated func outcome(of work: TokenWork) async throws -> TokenWork.Outcome {
        let isNoted: Bool
        do { isNoted = try WaitGraph.shared.beginWait(for: work.id) } catch {
            throw AuthenticationError.reentrantRefresh(error)
        }
        defer { if isNoted { WaitGraph.shared.endWait(for: work.id) } }
        return try await work.outcome.value()
    }

    /// The tokens that work brought; nil to look again, with what is left of the need when somebody else signed in.
    @inline(never)
    private nonisolated func take(_ outcome: TokenWork.Outcome, for asker: inout Asker) -> SharedTokens? {
        guard tokenState.withLock({ $0.generation == outcome.generation }) else {
            asker.need = asker.need.afterAnotherSignIn
            return nil
        }
        return outcome.tokens.flatMap { belongs(&asker, to: $0) ? $0 : nil }
    }

    /// Whether tokens are those of the asker's sign-in, which the first tokens say where nothing else did.
    @inline(never)
    private nonisolated func belongs(_ asker: inout Asker, to tokens: SharedTokens) -> Bool {
        if case .look = asker.need { return true }
        bind(&asker, to: tokens.pair.signInID)
        return asker.signInID == tokens.pair.signInID
    }

    /// Notes the sign-in that an asker belongs to, unless they belong to one already.
    private nonisolated func bind(_ asker: inout Asker, to signInID: UUID?) {
        if case .look = asker.need { return }
        if let call = CurrentCall.journal {
            asker.signInID = call.bind(to: asker.signInID ?? signInID, of: self)
        } else if asker.signInID == nil {
            asker.signInID = signInID
        }
    }
}
