#if canImport(FoundationNetworking)
/// A session for one task, which gets a connection of its own.
///
/// When a server closes a kept connection without an answer, libcurl sends the request again by itself, whatever its
/// method is, and nobody is asked unless there is a body to go back in. Only a new connection is never given up so.
final class SingleUseSession: URLSession, @unchecked Sendable {  // Safe because it has no state of its own.
    /// A session like the other one, which reports to the same delegate.
    convenience init(copying session: URLSession) {
        self.init(
            configuration: session.configuration, delegate: session.delegate, delegateQueue: InlineOperationQueue())
    }
}
#endif
