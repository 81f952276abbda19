// A refresh token on its way to the server, and what the store knows of it.
extension JWTAuth {
    /// Has the store note that the refresh token is going to be presented.
    func prepare(_ refreshToken: String) async -> TokenState.Event {
        guard let storage else { return .prepared(.success(nil)) }
        let note = RefreshNote(
            presenting: refreshToken, at: configuration.now(), limit: configuration.refreshTimeout)
        let result = await Result { try await storage.prepareRefresh(note) }
        if case .success(nil) = result { openNote = note }
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
        let (event, isCutOff) = await answer(
            to: work, within: limit, grace: note == nil ? .zero : RefreshNote.margin(for: limit)
        ) { [refreshHandler] in
            try await refreshHandler(refreshToken)
        } late: {
            await self.takeLate($0, for: refreshToken, of: generation, noted: note)
        }
        switch event {
        case .answered(.success): CurrentCall.note(.refreshed)
        case .answered(.failure(let error)) where !isCutOff: await finishNote(.outcome(of: error))
        default: break
        }
        return event
    }

    /// Takes what a handler came to after its time limit: the server has retired the refresh token that it presented.
    private func takeLate(
        _ result: Result<TokenPair, any Error>, for refreshToken: String, of generation: Int, noted note: RefreshNote?
    ) async {
        guard case .success(let tokens) = result else {
            if case .failure(let error) = result, let note, note.id == openNote?.id {
                await finishNote(.outcome(of: error))
            }
            return
        }
        if let note, note.id == openNote?.id { await prolongNote() }
        if tokenState.withLock({ $0.isAsking(with: refreshToken, in: generation) }) {
            work?.answer.settle(.success(tokens))
            return
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
        let rest = max(0.01, note.until.timeIntervalSince(configuration.now()))
        return (try? await clock.sleep(for: min(.seconds(1), .seconds(rest)))) != nil
    }

    /// Takes in that the store has saved a pair, or has not.
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

    private func finishNote(_ outcome: RefreshOutcome) async {
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
