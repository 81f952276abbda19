extension JWTAuth {
    typealias SignIn = @Sendable () async throws -> TokenPair

    /// Starts work that belongs to nobody: cancelling whoever caused it doesn't reach it.
    func begin(_ id: WorkID, with step: TokenState.Step, signIn: SignIn? = nil) -> TokenWork {
        let work = TokenWork(id: id)
        let isExclusive = tokenState.withLock(\.needsExclusiveAccess)
        WaitGraph.shared.begin(id)
        let steps = WaitGraph.$current.withValue(id) {
            onStorageTurn {
                isExclusive
                    ? await self.runExclusively(work, from: step) : await self.run(work, from: step, signIn: signIn)
            }
        }
        Task { if let ending = await steps.value { await self.conclude(work, with: ending) } }
        self.work = work
        workTask = steps
        return work
    }

    /// Runs an operation in a task of its own, after those before it that use the store, so that writes stay in order.
    @discardableResult
    func onStorageTurn(
        _ operation: @escaping @Sendable () async -> TokenState.Ending?
    ) -> Task<TokenState.Ending?, Never> {
        let previous = lastStorageTask
        let task = Task {
            _ = await previous?.value
            return await operation()
        }
        if storage != nil { lastStorageTask = task }
        return task
    }

    /// Runs an operation while no other owner of the store is at work in it.
    nonisolated func exclusively<Value: Sendable>(
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let storage else { return try await operation() }
        return try await ExclusiveAccess.$longestHold.withValue(configuration.refreshTimeout) {
            try await storage.withExclusiveAccess(operation)
        }
    }

    /// Takes the steps of some work to its end; nil when the work has been superseded.
    private func run(
        _ work: TokenWork, from first: TokenState.Step, isExclusive: Bool = false, signIn: SignIn? = nil
    ) async -> TokenState.Ending? {
        var step = first
        while true {
            let event: TokenState.Event
            switch step {
            case .load: event = .loaded(await Result { try await self.storage?.load() })
            case .save(let tokens): event = await write(work, isExclusive) { try await self.storage?.save(tokens) }
            case .clear: event = await write(work, isExclusive) { try await self.storage?.clear() }
            case .ask(let refreshToken):
                event = await answer(to: work, within: configuration.refreshTimeout) { [refreshHandler] in
                    try await refreshHandler(refreshToken.value)
                } late: { [generation = tokenState.withLock(\.generation)] in
                    await self.takeLate($0, for: refreshToken.value, of: generation)
                }
                if case .answered(.success) = event { ObservedCall.note(.refreshed) }
            case .signIn: event = await answer(to: work, within: nil, by: signIn ?? { throw CancellationError() })
            case .end(let ending): return ending
            case .stop: return nil
            }
            step = handle(event, of: work)
        }
    }

    /// Takes the steps of work that has the store to itself from the first to the last.
    private func runExclusively(_ work: TokenWork, from first: TokenState.Step) async -> TokenState.Ending? {
        // Kept here, since a store may run its body twice, or fail to give its lock back.
        let ending = Locked<TokenState.Ending?>(nil)
        do {
            try await exclusively {
                guard let reached = await self.run(work, from: first, isExclusive: true) else { return }
                ending.withLock { $0 = reached }
            }
        } catch {
            guard ending.withLock({ $0 }) == nil else { return ending.withLock { $0 } }
            return await run(work, from: handle(.blocked(error), of: work))
        }
        return ending.withLock { $0 }
    }

    private func handle(_ event: TokenState.Event, of work: TokenWork) -> TokenState.Step {
        let now = configuration.now()
        return update { $0.handle(event, of: work.id, at: now) }
    }

    /// Changes the store, unless the work has been superseded while it waited for its turn.
    private nonisolated func write(
        _ work: TokenWork, _ isExclusive: Bool, _ operation: @escaping @Sendable () async throws -> Void
    ) async -> TokenState.Event {
        let change: @Sendable () async throws -> Void = {
            guard self.isCurrent(work) else { throw CancellationError() }
            try await operation()
        }
        return .written(await Result { [self] in isExclusive ? try await change() : try await exclusively(change) })
    }

    /// Calls a handler in a task that can be left behind when its time is over or nobody wants its answer any more.
    private nonisolated func answer(
        to work: TokenWork,
        within limit: Duration?,
        by handler: @escaping SignIn,
        late: @escaping @Sendable (TokenPair) async -> Void = { _ in }
    ) async -> TokenState.Event {
        guard isCurrent(work) else { return .answered(.failure(CancellationError())) }
        let call = Task {
            let result = await Result { try await handler() }
            if !work.answer.settle(result), case .success(let tokens) = result { await late(tokens) }
        }
        let alarm = Task { [clock] in
            guard let limit, (try? await clock.sleep(for: limit)) != nil else { return }
            work.answer.settle(.failure(AuthenticationError.refreshTimedOut))
        }
        defer {
            call.cancel()
            alarm.cancel()
        }
        return .answered(await Result { try await work.answer.value() })
    }

    /// Takes what a handler returned after its time limit: the server has retired the refresh token that it presented.
    private func takeLate(_ tokens: TokenPair, for refreshToken: String, of generation: Int) {
        if tokenState.withLock({ $0.isAsking(with: refreshToken, in: generation) }) {
            work?.answer.settle(.success(tokens))
            return
        }
        let (id, now) = (WorkID.make(), configuration.now())
        let step = update { $0.takeLate(tokens, for: refreshToken, of: generation, id, at: now) }
        if case .stop = step { return }
        _ = begin(id, with: step)
    }

    /// Tells everybody what work came to.
    ///
    /// A hook may send requests or sign out: the work and the store are free by now, and those who wait are not held up
    /// by a sign-out.
    private func conclude(_ work: TokenWork, with ending: TokenState.Ending) async {
        if self.work?.id == work.id {
            self.work = nil
            workTask = nil
        }
        if let signal = ending.signal, tokenState.withLock({ $0.generation == ending.generation }) {
            concluding[work.id] = work
            await WaitGraph.$current.withValue(work.id) { await tell(signal) }
            concluding[work.id] = nil
        }
        WaitGraph.shared.end(work.id)
        work.settle(with: ending)
    }

    private func tell(_ signal: TokenState.Signal) async {
        switch signal {
        case .updated(let tokens): await onTokensUpdated?(tokens)
        case .rejected(let error): await onRefreshFailed?(error)
        }
    }

    private nonisolated func isCurrent(_ work: TokenWork) -> Bool {
        tokenState.withLock { $0.work == work.id }
    }
}
