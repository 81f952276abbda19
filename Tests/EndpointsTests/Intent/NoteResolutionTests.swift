import Endpoints
import Testing

/// What a store does with a note, where it has another one already.
@Suite("Two notes", .timeLimit(.minutes(5)))
struct NoteResolutionTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func note(
        _ token: String, id: UUID = UUID(), at offset: TimeInterval, until end: TimeInterval
    ) -> RefreshNote {
        RefreshNote(id: id, tokenHash: token, notedAt: Self.start + offset, until: Self.start + end)
    }

    @Test(
        "R-23 a note gives way to one about another token, and when it is over",
        arguments: [("t", 10.0, true), ("t", 19.9, true), ("t", 20, false), ("t", 21, false), ("other", 10, false)])
    func givesWay(token: String, offset: TimeInterval, waits: Bool) {
        let stored = note("t", at: 0, until: 20)
        let new = note(token, at: offset, until: offset + 20)
        #expect(new.resolution(against: stored) == (waits ? .wait : .write))
    }

    @Test("R-23 a note of the same presentation is written over, earlier or later")
    func same() {
        let stored = note("t", at: 0, until: 20)
        for offset in [-5.0, 5, 30] {
            #expect(note("t", id: stored.id, at: offset, until: offset + 20).resolution(against: stored) == .write)
        }
    }

    @Test("R-23 a note from the future runs from now on: the clock has been set back")
    func clockSetBack() {
        let stored = note("t", at: 1_000_000, until: 1_000_020)
        guard case .restart(let restarted) = note("t", at: 0, until: 20).resolution(against: stored) else {
            Issue.record("It is not begun again.")
            return
        }
        #expect(restarted.id == stored.id)
        #expect(restarted.notedAt == Self.start)
        #expect(restarted.until == Self.start + 20)
    }

    @Test("R-23 the digest is SHA-256 in base64 for URLs, and no description shows it")
    func digest() {
        // The digest of "abc" of FIPS 180-2.
        #expect(RefreshNote.hash(of: "abc") == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
        let new = note(RefreshNote.hash(of: "abc"), at: 0, until: 20)
        #expect(rulePrintouts(new).allSatisfy { !$0.contains("ungWv48") })
    }
}
