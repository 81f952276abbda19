#if canImport(FoundationNetworking)
/// The safe session that stands in for each session of a user's, for as long as that one lives.
enum DerivedSessions {
    private struct Entry: Sendable {
        weak var source: URLSession?
        let derived: EndpointsSession
    }

    private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

    /// The session to use in place of `source`; itself, when it is safe as it is.
    static func session(for source: URLSession) throws(TransportFailure) -> EndpointsSession {
        if let session = source as? EndpointsSession { return session }
        let identity = ObjectIdentifier(source)
        if let derived = entries.withLock({ entries in
            // An address may be another session's by now, so the reference is compared too.
            entries[identity].flatMap { $0.source === source ? $0.derived : nil }
        }) {
            return derived
        }
        let configuration = source.configuration
        guard configuration.identifier == nil else { throw TransportFailure(code: .unsupportedSession) }
        let made = EndpointsSession(copying: configuration)
        return entries.withLock { entries in
            if let entry = entries[identity], entry.source === source { return entry.derived }
            // Sessions come and go; every new one is the occasion to let go of those whose source has gone.
            for (key, entry) in entries where entry.source == nil {
                entry.derived.finishTasksAndInvalidate()
                entries[key] = nil
            }
            entries[identity] = Entry(source: source, derived: made)
            return made
        }
    }

    /// The number of sessions that are kept.
    static var count: Int { entries.withLock(\.count) }
}
#endif
