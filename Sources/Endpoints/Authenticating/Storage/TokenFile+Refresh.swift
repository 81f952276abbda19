// The note that a refresh token is being presented, and the room for the pair that will come.
extension TokenFile {
    /// The file that holds the note.
    var noteURL: URL { URL(fileURLWithPath: "\(url.path).refresh") }
    /// A file of zeros, whose place on the disk the next pair takes; on a file system that copies on writing, or compresses,
    /// the next pair may need more all the same.
    var roomURL: URL { URL(fileURLWithPath: "\(url.path).room") }

    /// Writes the note, and makes room for the next pair, unless another presentation's note is in the way.
    ///
    /// - Returns: nil when it is written; otherwise the note that is in the way.
    func prepare(_ note: RefreshNote) throws(TokenFileError) -> RefreshNote? {
        try makeFolder()
        guard let stored = try storedNote() else {
            try write(note)
            return nil
        }
        switch note.resolution(against: stored) {
        case .wait: return stored
        case .restart(let restarted):
            try overwrite(with: restarted)
            return restarted
        case .write where stored.id == note.id: try overwrite(with: note)
        case .write: try write(note)
        }
        return nil
    }

    /// Removes the note of a presentation, and the room that came with it.
    func finish(_ note: RefreshNote) throws(TokenFileError) {
        guard try storedNote()?.id == note.id else { return }
        removeNote()
    }

    /// Removes what killed processes have left behind of notes and rooms.
    func removeNoteLeftovers(olderThan age: TimeInterval) {
        for path in [noteURL.path, roomURL.path] { PrivateFile.removeLeftovers(of: path, olderThan: age) }
    }

    /// Removes note and room; what can't be removed does no harm.
    func removeNote() {
        _ = unlink(roomURL.path)
        _ = unlink(noteURL.path)
    }

    /// The note; nil when there is none that can be understood.
    private func storedNote() throws(TokenFileError) -> RefreshNote? {
        do {
            guard let data = try PrivateFile.content(at: noteURL.path) else { return nil }
            return try? JSONDecoder().decode(RefreshNote.self, from: data)
        } catch let error where error.code == .ENOENT || error.code == .ELOOP {
            return nil
        } catch {
            throw TokenFileError(.unreadable, at: noteURL, reason: error.code)
        }
    }

    private func write(_ note: RefreshNote) throws(TokenFileError) {
        do {
            try makeRoom()
            try PrivateFile.replace(at: noteURL.path, with: Self.data(of: note))
        } catch {
            throw TokenFileError(.unwritable, at: noteURL, reason: error.code)
        }
    }

    /// Writes over the note in its place, which needs no space on the disk.
    private func overwrite(with note: RefreshNote) throws(TokenFileError) {
        do {
            let file = try OpenFile(noteURL.path, O_WRONLY | O_NOFOLLOW)
            try file.append(Self.data(of: note))
            try file.synchronize()
        } catch {
            throw TokenFileError(.unwritable, at: noteURL, reason: error.code)
        }
    }

    /// Takes the space on the disk that the next pair may need: four times what this one has.
    private func makeRoom() throws(POSIXError) {
        let size = max(16_384, 4 * Int(try SystemCall.status(of: url.path)?.st_size ?? 0))
        if let status = try SystemCall.status(of: roomURL.path) {
            if PrivateFile.isRoom(status, for: size) { return }
            try SystemCall.check { unlink(roomURL.path) }
        }
        try PrivateFile.create(at: roomURL.path, containing: Data(count: size))
    }

    /// The note as the file holds it: always of one length, so that it can be written over.
    private static func data(of note: RefreshNote) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = (try? encoder.encode(note)) ?? Data()
        return text + Data(repeating: UInt8(ascii: " "), count: max(0, 512 - text.count))
    }
}
