extension URLSession {
    /// Makes a session that carries endpoint calls as it is, with no second session behind it: the recommended way.
    ///
    /// On Linux, where a bare session hangs on a Basic challenge, crashes when a task is cancelled, and sends
    /// credentials wherever a redirect leads, the session has no cache, follows no redirect by itself, and keeps cookies
    /// through the package. Its `configuration` shows that, cookies refused, so start another session from your own
    /// configuration and not from such a session's. Any other session works as well: its configuration is copied for a
    /// session of this kind, except for its delegate.
    ///
    /// - Parameter configuration: the configuration to start from, which is copied; `.default` unless given. Its cookie
    ///   storage, protocol classes and header fields are kept. One with a background identifier gives a session whose
    ///   calls end with ``TransportFailure/Code/unsupportedSession``.
    /// - Returns: the session. After it has been invalidated, calls end with
    ///   ``TransportFailure/Code/sessionInvalidated``.
    public static func forEndpoints(configuration: URLSessionConfiguration = .default) -> URLSession {
        #if canImport(FoundationNetworking)
        configuration.identifier == nil
            ? EndpointsSession(copying: configuration) : URLSession(configuration: configuration)
        #else
        URLSession(configuration: configuration, delegate: InvalidationNote(), delegateQueue: nil)
        #endif
    }

    /// What carries the calls of this session.
    func taskCarrier() throws(TransportFailure) -> any TaskCarrier {
        #if canImport(FoundationNetworking)
        try DerivedSessions.session(for: self)
        #else
        try TaskDelegateCarrier(session: self)
        #endif
    }
}
