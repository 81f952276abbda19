/// A way to give a request its credentials.
///
/// Only ``authenticate(request:)`` has to be written. Any error may be thrown: what is not an ``AuthenticationError``
/// arrives as ``AuthenticationError/custom(underlying:)``. What `authenticate` adds to the request is found by comparing
/// it before and after; those header fields and query items are credentials, which are taken off on a redirect to
/// another origin and never shown.
///
/// A header field that the endpoint declares stays as it is, also where `authenticate` sets it; so does a query item that
/// ``QueryKeyAuth`` would add. Such a credential is not sent, and observers are told
/// ``RequestEvent/Kind/credentialDisplaced``; a call with such a header field never reauthenticates. Cookies are joined
/// instead: all go into one `Cookie` field (RFC 6265 §5.4), and of two with one name the declared one counts.
public protocol AuthenticationMethod: Sendable {
    /// Returns the request with its credentials; where its URL is changed, it goes there, credentials included.
    ///
    /// It is asked before every attempt.
    func authenticate(request: URLRequest) async throws -> URLRequest

    /// Says whether an answer means that the credentials of the request, which is given as it was sent, are no longer
    /// good; false by default.
    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool

    /// Gets new credentials after the given request failed with its own; does nothing by default.
    ///
    /// When it returns, the call is tried again.
    func reauthenticate(after failedRequest: URLRequest) async throws

    /// How often one call may reauthenticate; 1 by default.
    ///
    /// After that the server's answer is the result.
    var maxRetryAttempts: Int { get }
}

extension AuthenticationMethod {
    /// False: no answer asks for new credentials.
    public func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        false
    }

    /// Does nothing.
    public func reauthenticate(after failedRequest: URLRequest) async throws {}

    /// One.
    public var maxRetryAttempts: Int { 1 }
}
