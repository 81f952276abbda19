/// Whether a session has been invalidated.
///
/// Making a task on an invalidated session ends the process, on Apple platforms by an exception that Swift can't catch.
/// So the note comes before the invalidation, and both exclude the making of a task.
final class SessionValidity: Sendable {
    private let isInvalidated = Locked(false)

    /// Throws when the session has been invalidated.
    func check() throws(TransportFailure) {
        if isInvalidated.withLock({ $0 }) { throw TransportFailure(code: .sessionInvalidated) }
    }

    /// Makes a task, unless the session has been invalidated.
    func making<Task>(_ make: () -> Task) throws(TransportFailure) -> Task {
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
