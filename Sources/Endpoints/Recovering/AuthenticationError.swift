/// Why a request could not be given its credentials.
///
/// Nothing has been sent with wrong or missing ones.
public enum AuthenticationError: Error, Sendable {
    /// Nobody is signed in.
    case notAuthenticated
    /// The server's endpoints need the `auth:` argument, and the call has none.
    case callerMustAuthenticate
    /// A new token is needed, and there is no refresh token to get it with.
    case noRefreshToken
    /// The refresh failed for now; the tokens are kept, and a later request tries again.
    case refreshFailed(underlying: any Error)
    /// The server refused the refresh token for good; the tokens are gone, and the user must sign in again.
    case refreshRejected(underlying: any Error)
    /// The refresh took longer than its time limit; the tokens are kept.
    case refreshTimedOut
    /// The token store could not be read or written.
    ///
    /// This is not a sign-out: nothing was deleted.
    case storageFailed(underlying: any Error)
    /// The refresh handler needs the very token that it is fetching.
    case reentrantRefresh(RefreshReentrancyError)
    /// Credentials would have travelled over plain `http` to another machine.
    case insecureTransport(URL)
    /// What an authentication method of one's own threw.
    case custom(underlying: any Error)
}

extension AuthenticationError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The sentence; an error of somebody else's may hold what was sent.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// What is wrong, and what to do about it.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do about it; no credential is part of it.
    public var description: String {
        switch self {
        case .notAuthenticated:
            "Nobody is signed in. Sign in and try again."
        case .callerMustAuthenticate:
            "This server's endpoints need an account. Pass one as the auth argument of the call."
        case .noRefreshToken:
            "The access token is no longer valid, and there is no refresh token. Sign in again."
        case .refreshFailed(let underlying):
            "The sign-in could not be renewed for now. Try again later. (\(ErrorText.sentence(of: underlying)))"
        case .refreshRejected(let underlying):
            "The sign-in has ended. Sign in again. (\(ErrorText.sentence(of: underlying)))"
        case .refreshTimedOut:
            "Renewing the sign-in took too long. Check the connection and try again."
        case .storageFailed(let underlying):
            "The stored sign-in could not be read or written. Try again. (\(ErrorText.sentence(of: underlying)))"
        case .reentrantRefresh(let error):
            error.description
        case .insecureTransport(let url):
            "Credentials are not sent to “\(url.host ?? "")” over plain http. Use https, or allow it with "
                + "RequestOptions(allowsInsecureCredentials: true)."
        case .custom(let underlying):
            "The request could not be authenticated. (\(ErrorText.sentence(of: underlying)))"
        }
    }
}
