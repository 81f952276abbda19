// The note that a refresh token is being presented, as an item of its own.
extension KeychainItem {
    /// Writes the note, unless another presentation's is in the way.
    ///
    /// Adding an item is what only one of several owners can do, so a note that is over is deleted, by its identity, and
    /// the new one added.
    ///
    /// - Returns: nil when it is written; otherwise the note that is in the way.
    package func prepareRefresh(_ note: RefreshNote) throws(KeychainError) -> RefreshNote? {
        for _ in 0..<Self.maxRounds {
            let (wanted, answer): (RefreshNote, RefreshNote?)
            switch try storedNote() {
            case .none: (wanted, answer) = (note, nil)
            case .some(let stored):
                if stored.id == note.id, try updateNote(note) { return nil }
                switch note.resolution(against: stored) {
                case .wait: return stored
                case .restart(let restarted): (wanted, answer) = (restarted, restarted)
                case .write: (wanted, answer) = (note, nil)
                }
                try deleteNote(stored.id)
            }
            switch KeychainError.Code(status: access.add(noteQuery + [.generic(id(wanted.id))] + content(of: wanted))) {
            case .success:
                if let answer { return answer }
                return try overtaken(note)
            case .duplicateItem: continue  // Another owner was faster.
            case let code: throw KeychainError(operation: .save, code: code)
            }
        }
        throw KeychainError(operation: .save, code: .duplicateItem)
    }

    /// Deletes the note of a presentation, if it is still there.
    package func finishRefresh(_ note: RefreshNote) throws(KeychainError) {
        try deleteNote(note.id)
    }

    /// The note, over at once, when another owner has renewed the tokens since they were read: it finished its own note
    /// before this one was written.
    private func overtaken(_ note: RefreshNote) throws(KeychainError) -> RefreshNote? {
        let stored = try load()?.usableRefreshToken
        guard let stored, RefreshNote.hash(of: stored) != note.tokenHash else { return nil }
        try deleteNote(note.id)
        return RefreshNote(id: note.id, tokenHash: note.tokenHash, notedAt: note.notedAt, until: note.notedAt)
    }

    /// Changes the note in its place, so that there is always one; whether it was there.
    private func updateNote(_ note: RefreshNote) throws(KeychainError) -> Bool {
        let status = access.update(noteQuery + [.generic(id(note.id))], to: content(of: note))
        switch KeychainError.Code(status: status) {
        case .success: return true
        case .itemNotFound: return false
        case let code: throw KeychainError(operation: .save, code: code)
        }
    }

    /// The note; one that can't be understood is deleted and counts as none.
    private func storedNote() throws(KeychainError) -> RefreshNote? {
        let (status, data) = access.copyMatching(noteQuery + [.returnsData, .matchesOne])
        switch KeychainError.Code(status: status) {
        case .itemNotFound: return nil
        case .success:
            if let note = data.flatMap({ try? JSONDecoder().decode(RefreshNote.self, from: $0) }) { return note }
            try delete(noteQuery)
            return nil
        case let code: throw KeychainError(operation: .load, code: code)
        }
    }

    private func deleteNote(_ noteID: UUID) throws(KeychainError) {
        try delete(noteQuery + [.generic(id(noteID))])
    }

    func delete(_ query: [KeychainAttribute]) throws(KeychainError) {
        switch KeychainError.Code(status: access.delete(query)) {
        case .success, .itemNotFound: return
        case let code: throw KeychainError(operation: .clear, code: code)
        }
    }

    private func content(of note: RefreshNote) -> [KeychainAttribute] {
        [.value(Redacted((try? JSONEncoder().encode(note)) ?? Data())), .accessible(accessibility)]
    }

    private func id(_ id: UUID) -> Data { Data(id.uuidString.utf8) }
}
