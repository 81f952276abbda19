#if canImport(FoundationNetworking)
/// The safe session that stands in for each session of a user's, for as long as that one lives.
enum DerivedSessions {
    private static let sessions = SessionTable<EndpointsSession> { $0.finishTasksAndInvalidate() }

    /// The session to use in place of `source`; itself, when it is safe as it is.
    static func session(for source: URLSession) throws(TransportFailure) -> EndpointsSession {
        if let session = source as? EndpointsSession { return session }
        return try sessions.value(of: source) { () throws(TransportFailure) in
            let configuration = source.configuration
            guard configuration.identifier == nil else { throw TransportFailure(code: .unsupportedSession) }
            return EndpointsSession(copying: configuration)
        }
    }

    /// The number of sessions that are kept.
    static var count: Int { sessions.count }
}
#endif
