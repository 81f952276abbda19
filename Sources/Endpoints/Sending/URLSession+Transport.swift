extension URLSession {
    /// Makes a session that carries endpoint calls as it is, with no second session behind it: the recommended way.
    ///
    /// On Linux, where a bare session hangs on a Basic challenge, crashes when a task is cancelled, and sends
    /// credentials wherever a redirect leads, the session has no cache, follows no redirect by itself, and keeps cookies
    /// through the package. Its `configuration` shows that, without a cookie storage, so start another session from your
    /// own configuration and not from such a session's. Any other session works as well: its configuration is copied for a
    /// session of this kind, except for its delegate.
    ///
    /// On Linux, cookies are kept and sent by RFC 6265bis, and the configuration's `HTTPCookieStorage` shows them. That
    /// of a default configuration is `HTTPCookieStorage.shared`, which keeps cookies that outlive the session in a file,
    /// `.cookies.shared`, readable as far as the umask allows. Its folder is below `$XDG_DATA_HOME`, or `~/.local/share`
    /// unless that is set, and has the name of the folder that the program is in, without an extension:
    /// `~/.local/share/bin/.cookies.shared` for `/usr/local/bin/tool`. Programs in folders of one name share their
    /// cookies, and so do programs of one name. For cookies that are the session's own, and in memory, give the
    /// configuration the storage of `URLSessionConfiguration.ephemeral`.
    ///
    /// The file is written only when a cookie has changed, which takes some milliseconds a cookie. The answer waits for
    /// all but the last. Whoever asks the storage meanwhile waits, so programs and requests see all of them at once.
    /// `exit` waits too. A process that is killed loses the last change.
    ///
    /// - Parameters:
    ///   - configuration: the configuration to start from, which is copied; nil, unless given, for `.default` without its
    ///     cache, in which an answer to one account could be found by the next. Its cookie storage, protocol classes and
    ///     header fields are kept, and on Apple platforms its cache. One with a background identifier gives a session
    ///     whose calls end with ``TransportFailure/Code/unsupportedSession``.
    ///   - security: what is asked of TLS connections, and shown to servers; nil, unless given, leaves it to the platform.
    /// - Returns: the session. After it has been invalidated, calls end with
    ///   ``TransportFailure/Code/sessionInvalidated``; see ``invalidateForEndpoints(cancelingCalls:)``.
    public static func forEndpoints(
        configuration: URLSessionConfiguration? = nil, security: TransportSecurity? = nil
    ) -> URLSession {
        let configuration = endpointsConfiguration(configuration)
        #if canImport(FoundationNetworking)
        return configuration.identifier == nil
            ? EndpointsSession(
                copying: configuration,
                carriedBy: TransferEngine.curlCarrier(for: configuration, securedBy: security),
                flaw: security == nil ? nil : TransferEngine.securityFlaw)
            : URLSession(configuration: configuration)
        #else
        let delegate = SecurityDelegate(security)
        let session = URLSession(
            configuration: security?.secured(configuration) ?? configuration, delegate: delegate, delegateQueue: nil)
        _ = try? SessionRecord.of(session, validity: delegate.validity)
        return session
        #endif
    }

    /// The configuration that a session for endpoint calls starts from.
    static func endpointsConfiguration(_ given: URLSessionConfiguration?) -> URLSessionConfiguration {
        if let given { return given }
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        return configuration
    }

    /// Invalidates the session where endpoint calls may still be started meanwhile.
    ///
    /// Calls that come later end with ``TransportFailure/Code/sessionInvalidated``. On Apple platforms a session of your
    /// own, and any session that is invalidated by the platform's methods, tells the package too late: a call that is
    /// started just then raises the platform's exception for tasks of an invalidated session. On Linux the platform's
    /// methods are as good for a session of ``forEndpoints(configuration:security:)``.
    ///
    /// Like the platform's methods, it does nothing to `URLSession.shared`.
    ///
    /// - Parameter cancelingCalls: whether calls that are under way end with `cancelled`; they do unless given, and are
    ///   finished otherwise.
    public func invalidateForEndpoints(cancelingCalls: Bool = true) {
        guard self !== URLSession.shared else { return }
        (try? requestCarrier())?.invalidate(cancelingCalls: cancelingCalls)
        // Where that was another session's, or there is none; a second time it does nothing.
        if cancelingCalls { invalidateAndCancel() } else { finishTasksAndInvalidate() }
    }

    /// The number of requests in the line for a connection; nil where the package doesn't count connections.
    package var waitingRequestCount: Int? { (try? requestCarrier())?.gate?.waitingCount }

    /// What carries the calls of this session.
    func requestCarrier() throws(TransportFailure) -> any RequestCarrier {
        #if canImport(FoundationNetworking)
        try DerivedSessions.carrier(for: self)
        #else
        try TaskDelegateCarrier(session: self)
        #endif
    }
}
