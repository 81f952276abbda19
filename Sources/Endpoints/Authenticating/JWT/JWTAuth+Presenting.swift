// A refresh token on its way to the server, and what the store knows of it.
extension JWTAuth {
    /// A handler that presents a refresh token.
    struct Presentation: Sendable {
        let work: WorkID
        let refreshToken: Redacted<String>
        let note: RefreshNote
        /// Settled when the handler has returned, and what it brought has been taken in.
        let end = SharedResult<Void>()
    }

    /// Asks the store to note that the refresh token is going to be presented.
    func prepare(_ refreshToken: String) async -> TokenState.Event {
        guard let storage else { return .prepared(.success(nil)) }
        // A store may keep no notes.
        if let presentation = running(refreshToken) { return .prepared(.success(presentation.note)) }
        let note = RefreshNote(
            presenting: refreshToken, at: configuration.now(), limit: configuration.refreshTimeout)
        let result = await Result { try await storage.prepareRefresh(note) }
        guard case .success(nil) = result else { return .prepared(result) }
        openNote = note
        guard note.until > configuration.now() else {
            // Others may present the token by now.
            await finishNote(.neverSent)
            return .prepared(.failure(RefreshNoteExpired()))
        }
        return .prepared(result)
    }

    /// Takes the note back where the token isn't presented after all.
    func didPrepare(for next: TokenState.Step) async {
        if case .ask = next { return }
        await finishNote(.neverSent)
    }

    /// Presents the refresh token.
    ///
    /// With a store, the handler may go on until the note ends, after the time limit is over for those who wait: the
    /// server may be about to answer, and has no use for the token after that.
    func ask(with refreshToken: String, for work: TokenWork) async -> TokenState.Event {
        guard isCurrent(work) else {
            await finishNote(.neverSent)
            return .answered(.failure(CancellationError()))
        }
        let (generation, note, limit) = (tokenState.withLock(\.generation), openNote, configuration.refreshTimeout)
        // Writing the note may have taken a while.
        let rest = note.map { Duration.seconds($0.until.timeIntervalSince(configuration.now())) } ?? limit
        let presentation = note.map {
            Presentation(work: work.id, refreshToken: Redacted(refreshToken), note: $0)
        }
        self.presentation = presentation
        let (event, isCutOff) = await answer(to: work, within: min(limit, rest), grace: rest - limit) {
            [refreshHandler] in
            try await refreshHandler(refreshToken)
        } late: {
            await self.takeLate($0, for: refreshToken, of: generation, noted: note)
            await self.end(presentation)
        }
        if !isCutOff { end(presentation) }
        switch event {
        case .answered(.success(let tokens)):
            CurrentCall.note(.refreshed)
            if tokens.accessToken.isEmpty { await finishNote(.unknown) }
        case .answered(.failure(let error)) where !isCutOff: await finishNote(.outcome(of: error))
        default: break
        }
        return event
    }

    /// Takes what a handler came to after its time limit: the server has retired the refresh token that it presented.
    private func takeLate(
        _ result: Result<TokenPair, any Error>, for refreshToken: String, of generation: Int, noted note: RefreshNote?
    ) async {
        let tokens: TokenPair
        do {
            tokens = try result.get()
            if tokens.accessToken.isEmpty { throw EmptyAccessToken() }
        } catch {
            let id = WorkID.make()
            if RefreshRejection.isRejection(error),
                let step = update({ $0.refuseLate(refreshToken, of: generation, by: error, id) })
            {
                // The note keeps others from the token until the store is cleared.
                if case .stop = step { return }
                _ = begin(id, with: step)
            } else if let note, note.id == openNote?.id {
                finishLate(.outcome(of: error))
            }
            return
        }
        if let note, note.id == openNote?.id { await prolongNote() }
        while let work, tokenState.withLock({ $0.isAsking(with: refreshToken, in: generation) }) {
            if work.answer.settle(.success(tokens)) { return }
            // It came at the very moment of the time limit, and the work is about to end.
            _ = try? await work.outcome.value()
        }
        let (id, now) = (WorkID.make(), configuration.now())
        let step = update { $0.takeLate(tokens, for: refreshToken, of: generation, id, at: now) }
        if case .stop = step { return }
        _ = begin(id, with: step)
    }

    /// Waits while another owner's note is in the way; false when the work has been superseded.
    ///
    /// The other one may be done sooner, so the store is read again before the end of the note.
    nonisolated func pause(for note: RefreshNote) async -> Bool {
        let rest = min(1, max(0.01, note.until.timeIntervalSince(configuration.now())))
        return (try? await clock.sleep(for: .seconds(rest))) != nil
    }

    /// Updates the note after the store has saved a pair, or has not.
    func didWrite(_ event: TokenState.Event, for work: TokenWork) async {
        switch event {
        case .written(.success): await finishNote(.adopted)
        case .written(.failure) where isCurrent(work):
            await prolongNote()
        default: break
        }
    }

    /// Nobody else may present the old token while this process holds a pair that the store doesn't have yet.
    private func prolongNote() async {
        guard let storage, let note = openNote?.prolonged(from: configuration.now()) else { return }
        openNote = note
        _ = try? await storage.prepareRefresh(note)
    }

    /// The handler that presents a refresh token at present.
    private func running(_ refreshToken: String) -> Presentation? {
        guard let presentation, presentation.refreshToken.value == refreshToken,
            presentation.note.until > configuration.now()
        else { return nil }
        return presentation
    }

    private func end(_ ended: Presentation?) {
        guard let ended else { return }
        if presentation?.note.id == ended.note.id { presentation = nil }
        ended.end.settle(.success(()))
    }

    /// Waits until nobody presents the refresh token any more.
    ///
    /// - Throws: ``AuthenticationError/Code/reentrantRefresh`` for a handler that waits for itself.
    func refreshTokenIsFree() async throws {
        while true {
            if let work, case .refreshing = tokenState.withLock(\.visible) {
                do { _ = try await outcome(of: work) } catch let error
                    where AuthenticationError.reentrancy(in: error) != nil
                {
                    throw error
                } catch {}
            } else if let refreshToken = tokenState.withLock(\.tokens)?.usableRefreshToken,
                let presentation = running(refreshToken)
            {
                if presentation.work == WaitGraph.current { throw AuthenticationError.reentrantRefresh(.init()) }
                try await presentation.end.value()
            } else {
                return
            }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Takes a note back after the time limit, when another owner may be about to write its own.
    private func finishLate(_ outcome: RefreshOutcome) {
        onStorageTurn {
            _ = try? await self.exclusively { await self.finishNote(outcome) }
            return nil
        }
    }

    /// Has the store forget the note, where there is one.
    func finishNote(_ outcome: RefreshOutcome) async {
        guard let note = openNote else { return }
        openNote = nil
        // A note that stays ends by itself.
        try? await storage?.finishRefresh(note, outcome)
    }

    /// Has a pair that the store didn't take saved again in a second.
    func scheduleSave() {
        guard !isSaveScheduled, tokenState.withLock(\.isUnsaved) else { return }
        isSaveScheduled = true
        CurrentCall.$journal.withValue(nil) {
            _ = Task { [weak self, clock] in
                try? await clock.sleep(for: .seconds(1))
                await self?.saveAgain()
            }
        }
    }

    private func saveAgain() {
        isSaveScheduled = false
        let id = WorkID.make()
        if let step = update({ $0.saveAgain(id) }) { _ = begin(id, with: step) }
    }
}

/// The store took longer to keep a note than the note was good for.
struct RefreshNoteExpired: LocalizedError {
    var errorDescription: String? { "The token store took too long to note that a refresh token is being used." }
}
