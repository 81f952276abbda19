/// Tells an endpoint that inherits its server's `auth` from one that declares its own of the same type.
///
/// The types are equal in both cases, so the inherited property says itself that it was read. A type's answer never
/// changes and is kept.
enum AuthInheritance {
    private final class Note: Sendable {
        let isMade = Locked(false)
    }

    @TaskLocal private static var probe: Note?
    private static let answers = Locked<[ObjectIdentifier: Bool]>([:])

    /// Says that the inherited `auth` is being read.
    static func note() {
        probe?.isMade.withLock { $0 = true }
    }

    /// Whether reading an endpoint's `auth` reads the inherited one.
    static func isInherited(by endpoint: Any.Type, reading read: () -> Void) -> Bool {
        let identity = ObjectIdentifier(endpoint)
        if let answer = answers.withLock({ $0[identity] }) { return answer }
        let note = Note()
        $probe.withValue(note) { read() }
        let answer = note.isMade.withLock { $0 }
        answers.withLock { $0[identity] = answer }
        return answer
    }
}
