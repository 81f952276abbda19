import Testing

@testable import Endpoints

@Suite("A value behind a lock")
struct LockedTests {
    /// What a dump of an account comes to.
    private final class Owner: Sendable {
        let state = Locked(["guarded"])
    }

    @Test("a dump doesn't read it, as it would do so without the lock")
    func dump() {
        let owner = Owner()
        var text = ""
        Swift.dump(owner, to: &text)
        text += String(reflecting: owner.state) + String(describing: owner.state)
        #expect(!text.contains("guarded"))
        #expect(owner.state.withLock { $0 } == ["guarded"])
    }
}
