extension JWTAuth {
    typealias SignIn = @Sendable () async throws -> TokenPair

    /// Where the steps of some work have led.
    private enum Reached: Sendable {
        case end(TokenState.Ending)
        /// The store is let go of meanwhile.
        case pause(RefreshNote)
        case superseded
    }

    /// Starts work that belongs to nobody: cancelling whoever caused it doesn't reach it.
    func begin(_ id: WorkID, with step: TokenState.Step, signIn: SignIn? = nil) -> TokenWork {
        let work = TokenWork(id: id)
        let isExclusive = tokenState.withLock(\.needsExclusiveAccess)
        WaitGraph.shared.begin(id)
        let steps = WaitGraph.$current.withValue(id) {
            onStorageTurn {
                if isExclusive { return await self.runExclusively(work, from: step) }
                guard case .end(let ending) = await self.run(work, from: step, signIn: signIn) else { return nil }
                return ending
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

    /// Takes the steps of some work as far as they lead.
    private func run(
        _ work: TokenWork, from first: TokenState.Step, isExclusive: Bool = false, signIn: SignIn? = nil
    ) async -> Reached {
        var step = first
        while true {
            let event: TokenState.Event
            switch step {
            case .load: event = .loaded(await Result { try await self.storage?.load() })
            case .save(let tokens):
                event = await write(work, isExclusive) { try await self.storage?.save(tokens) }
                await didWrite(event, for: work)
            case .clear:
                event = await write(work, isExclusive) { try await self.storage?.clear() }
                if case .written(.success) = event { await finishNote(.refused) }
            case .prepare(let refreshToken): event = await prepare(refreshToken.value)
            case .pause(let note): return .pause(note)
            case .ask(let refreshToken): event = await ask(with: refreshToken.value, for: work)
            case .signIn: event = await answer(to: work, by: signIn ?? { throw CancellationError() }).event
            case .end(let ending): return .end(ending)
            case .stop: return .superseded
            }
            step = handle(event, of: work)
            if case .prepared(.success(nil)) = event { await didPrepare(for: step) }
        }
    }

    /// Takes the steps of work that has the store to itself from the first to the last, but for pauses.
    private func runExclusively(_ work: TokenWork, from first: TokenState.Step) async -> TokenState.Ending? {
        var step = first
        var obstacle: RefreshNote?
        while true {
            // Kept here, since a store may run its body twice, or fail to give its lock back.
            let reached = Locked<Reached?>(nil)
            do {
                try await exclusively { [step] in
                    let end = await self.run(work, from: step, isExclusive: true)
                    if case .superseded = end { return }
                    reached.withLock { $0 = end }
                }
            } catch {
                if reached.withLock({ $0 == nil }) {
                    let end = await run(work, from: handle(.blocked(error), of: work))
                    reached.withLock { $0 = end }
                }
            }
            switch reached.withLock({ $0 }) {
            case .end(let ending): return ending
            case .pause(let note):
                // One who can't save its pair goes on to hold the old token, and nobody waits for that without end.
                if obstacle?.id != note.id { obstacle = note }
                if let end = obstacle?.until, note.until > end, configuration.now() >= end {
                    step = handle(.heldUp, of: work)
                } else {
                    guard await pause(for: note) else { return nil }
                    step = handle(.paused, of: work)
                }
            case .superseded, nil: return nil
            }
        }
    }

    func handle(_ event: TokenState.Event, of work: TokenWork) -> TokenState.Step {
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
    ///
    /// - Parameters:
    ///   - limit: how long those who wait do so; nil for ever.
    ///   - grace: how much longer the handler may go on after that.
    ///   - late: takes what the handler comes to after it has been left behind.
    /// - Returns: the answer, and whether the handler was left behind.
    nonisolated func answer(
        to work: TokenWork,
        within limit: Duration? = nil,
        grace: Duration = .zero,
        by handler: @escaping SignIn,
        late: @escaping @Sendable (Result<TokenPair, any Error>) async -> Void = { _ in }
    ) async -> (event: TokenState.Event, isCutOff: Bool) {
        guard isCurrent(work) else { return (.answered(.failure(CancellationError())), true) }
        let call = Task {
            // What it sends are calls of their own.
            let result = await CurrentCall.$journal.withValue(nil) { await Result { try await handler() } }
            if !work.answer.settle(result) { await late(result) }
        }
        let alarm = Task { [clock] in
            guard let limit, (try? await clock.sleep(for: limit)) != nil else { return }
            work.answer.settle(.failure(TokenWork.CutOff(reason: AuthenticationError.refreshTimedOut)))
        }
        defer { alarm.cancel() }
        do {
            return (.answered(.success(try await work.answer.value())), false)
        } catch let end as TokenWork.CutOff where isCurrent(work) && grace > .zero {
            Task { [clock] in
                try? await clock.sleep(for: grace)
                call.cancel()
            }
            return (.answered(.failure(end.reason)), true)
        } catch {
            call.cancel()
            let end = error as? TokenWork.CutOff
            return (.answered(.failure(end?.reason ?? error)), end != nil || !isCurrent(work))
        }
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
        scheduleSave()
        if let signal = ending.signal, tokenState.withLock({ $0.generation == ending.generation }) {
            concluding[work.id] = work
            await WaitGraph.$current.withValue(work.id) {
                await CurrentCall.$journal.withValue(nil) { await tell(signal) }
            }
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

    nonisolated func isCurrent(_ work: TokenWork) -> Bool {
        tokenState.withLock { $0.work == work.id }
    }
}
