extension TokenStorageChecks {
    /// Checks the notes about refresh tokens that are being presented: every owner finds them, of two that come at once
    /// one is written, they keep nobody from another token, and they end by their time and by the one who wrote them.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func refreshNotes() async throws {
        let owners = try await openEmpty()
        try await step(.roundTrip, "save(_:)") { try await owners.first.save(PairSample.full.pair) }
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let token = "full-refresh"
        let (first, second) = (note(about: token, at: now), note(about: token, at: now + 1))
        try await expect(nil, from: owners.first, for: first, .refreshNote, "the first note")
        try await expect(first, from: owners.second, for: second, .refreshNote, "a second note about the same token")
        try await expect(first, from: owners.first, for: second, .refreshNote, "an own second note about it")
        try await expect(nil, from: owners.first, for: note(like: first, at: now + 50), .refreshNote, "a longer note")
        try await finish(second, of: owners.second)
        try await expect(
            first, from: owners.second, for: second, .refreshNoteEnd, "a note after another one was finished")
        try await finish(first, of: owners.second)
        try await expect(
            nil, from: owners.second, for: second, .refreshNoteEnd, "a note after the one before was finished")
        // A store may look whether the token is the one that it has.
        try await step(.roundTrip, "save(_:)") {
            try await owners.first.save(TokenPair(accessToken: "other-access", refreshToken: "another"))
        }
        try await expect(
            nil, from: owners.first, for: note(about: "another", at: now + 2), .refreshNoteEnd,
            "a note about another token")
        let third = note(about: "another", at: now + 100)
        try await expect(
            nil, from: owners.second, for: third, .refreshNoteEnd, "a note after the end of the one before")
        let last = TokenPair(accessToken: "last-access", refreshToken: "wanted by many")
        try await step(.roundTrip, "save(_:)") { try await owners.first.save(last) }
        try await oneOfMany(owners, at: now + 1000)
        try await owners.second.expect(last, in: self, .refreshNote, "load() beside notes")
        try await step(.clearing, "clear()") { try await owners.first.clear() }
    }

    private func note(about token: String, at date: Date) -> RefreshNote {
        RefreshNote(id: UUID(), tokenHash: RefreshNote.hash(of: token), notedAt: date, until: date + 60)
    }

    private func note(like note: RefreshNote, at date: Date) -> RefreshNote {
        RefreshNote(id: note.id, tokenHash: note.tokenHash, notedAt: date, until: date + 60)
    }

    private func prepare(
        _ note: RefreshNote, in storage: Storage, _ rule: ConformanceViolation.Rule, _ action: String
    ) async throws -> RefreshNote? {
        try await step(rule, "prepareRefresh(_:) of \(action)") {
            try await storage.withExclusiveAccess { try await storage.prepareRefresh(note) }
        }
    }

    private func expect(
        _ expected: RefreshNote?, from storage: Storage, for note: RefreshNote, _ rule: ConformanceViolation.Rule,
        _ action: String
    ) async throws {
        let answer = try await prepare(note, in: storage, rule, action)
        guard answer?.id != expected?.id else { return }
        let found = answer == nil ? "no note that is in the way" : "a note that is in the way"
        throw ConformanceViolation(rule, found: "prepareRefresh(_:) of \(action) returned \(found)")
    }

    private func finish(_ note: RefreshNote, of storage: Storage) async throws {
        try await step(.refreshNoteEnd, "finishRefresh(_:_:)") { try await storage.finishRefresh(note, .unknown) }
    }

    private func oneOfMany(_ owners: Owners, at date: Date) async throws {
        let written = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let owner = number.isMultiple(of: 2) ? owners.first : owners.second
                group.addTask {
                    let note = note(about: "wanted by many", at: date)
                    let answer = try await prepare(note, in: owner, .refreshNote, "one of many that came at once")
                    if answer == nil { written.withLock { $0 += 1 } }
                }
            }
            try await group.waitForAll()
        }
        let count = written.withLock { $0 }
        guard count == 1 else {
            throw ConformanceViolation(.refreshNote, found: "of eight notes about one token \(count) were written")
        }
    }
}
