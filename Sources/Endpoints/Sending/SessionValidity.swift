/// Whether a session has been invalidated.
///
/// Making a task on an invalidated session ends the process, on Apple platforms by an exception that Swift can't catch.
/// So the note comes before the invalidation, and both exclude the making of a task.
final class SessionValidity: Sendable {
    private let isInvalidated = Locked(false)
    /// Why no call may go over the session from the beginning.
    private let flaw: TransportFailure?

    init(flaw: TransportFailure? = nil) {
        self.flaw = flaw
    }

    /// Throws when the session has been invalidated.
    func check() throws(TransportFailure) { try making {} }

    /// Makes a task, unless the session has been invalidated.
    func making<Task>(_ make: () -> Task) throws(TransportFailure) -> Task {
        if let flaw { throw flaw }
        let task = isInvalidated.withLock { $0 ? nil : make() }
        guard let task else { throw TransportFailure(code: .sessionInvalidated) }
        return task
    }

    /// Notes the invalidation and then invalidates the session; later calls do neither.
    func end(_ invalidate: () -> Void = {}) {
        isInvalidated.withLock { isInvalidated in
            guard !isInvalidated else { return }
            isInvalidated = true
            invalidate()
        }
    }
}
