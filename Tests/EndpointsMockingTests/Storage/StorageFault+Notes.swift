import Endpoints
import EndpointsMocking

extension StorageFault {
    /// Stores whose notes about refresh tokens are not to be relied on.
    static let notes: [StorageFault] = [
        StorageFault("notes nothing", .refreshNotes, .refreshNote) { $0.onPrepare = { _, _ in nil } },
        StorageFault("can't note", .refreshNotes, .refreshNote) {
            $0.onPrepare = { _, _ in throw StubStorage.Wrapped() }
        },
        StorageFault("a note of each owner's own", .refreshNotes, .refreshNote) {
            let own = InMemoryTokenStorage()
            $0.onPrepare = { await own.prepareRefresh($1) }
            $0.onFinish = { await own.finishRefresh($1, .unknown) }
        },
        StorageFault("overwrites a note that is in the way", .refreshNotes, .refreshNote) {
            $0.onPrepare = { place, note in
                let stored = await place.note.prepareRefresh(note)
                if let stored {
                    await place.note.finishRefresh(stored, .unknown)
                    _ = await place.note.prepareRefresh(note)
                }
                return stored
            }
        },
        StorageFault("is in its own way", .refreshNotes, .refreshNote) {
            let ids = Locked<Set<UUID>>([])
            $0.onPrepare = { place, note in
                ids.withLock { $0.insert(note.id).inserted } ? await place.note.prepareRefresh(note) : note
            }
        },
        StorageFault("keeps every note", .refreshNotes, .refreshNoteEnd) { $0.onFinish = { _, _ in } },
        StorageFault("finishes any note", .refreshNotes, .refreshNoteEnd) {
            let last = Locked<RefreshNote?>(nil)
            $0.onPrepare = { place, note in
                let stored = await place.note.prepareRefresh(note)
                last.withLock { $0 = stored ?? note }
                return stored
            }
            $0.onFinish = { place, _ in
                if let note = last.withLock({ $0 }) { await place.note.finishRefresh(note, .unknown) }
            }
        },
        StorageFault("can't finish", .refreshNotes, .refreshNoteEnd) {
            $0.onFinish = { _, _ in throw StubStorage.Wrapped() }
        },
        StorageFault("a note for all tokens", .refreshNotes, .refreshNoteEnd) {
            $0.onPrepare = { place, note in
                let alike = RefreshNote(id: note.id, tokenHash: "", notedAt: note.notedAt, until: note.until)
                return await place.note.prepareRefresh(alike)
            }
        },
        StorageFault("notes without an end", .refreshNotes, .refreshNoteEnd) {
            $0.onPrepare = { place, note in
                let endless = RefreshNote(
                    id: note.id, tokenHash: note.tokenHash, notedAt: note.notedAt, until: .distantFuture)
                return await place.note.prepareRefresh(endless)
            }
        },
    ]
}
