extension AuthenticationError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The code and the sentence; an error of somebody else's may hold what was sent.
    public var customMirror: Mirror { Mirror(self, children: ["code": code, "description": description]) }

    /// What is wrong, and what to do about it.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do about it; no credential is part of it.
    public var description: String {
        guard let underlying, code != .reentrantRefresh else { return sentence }
        return "\(sentence) (\(ErrorText.sentence(of: underlying)))"
    }

    private var sentence: String {
        switch code {
        case .notAuthenticated: "Nobody is signed in. Sign in and try again."
        case .signInReplaced:
            "Another sign-in has taken the place of the one that this call belongs to, so the call was ended."
        case .callerMustAuthenticate:
            "This server's endpoints need an account. Pass one as the auth argument of the call."
        case .noRefreshToken: "The access token is no longer valid, and there is no refresh token. Sign in again."
        case .refreshFailed where cause?.statusCode == 401:
            """
            The server answered the refresh with status 401. When that means that the refresh token is no longer \
            valid, the refresh handler should throw RefreshRejection.
            """
        case .refreshFailed: "The sign-in could not be renewed for now. Try again later."
        case .refreshRejected: "The sign-in has ended. Sign in again."
        case .renewedTokenRefused: "The server refuses access tokens that were just renewed. Sign in again."
        case .refreshTimedOut: "Renewing the sign-in took too long. Check the connection and try again."
        case .storageFailed: "The stored sign-in could not be read or written. Try again."
        case .reentrantRefresh: RefreshReentrancyError().description
        case .insecureTransport:
            """
            Credentials are not sent to “\(destination?.host ?? "")” over plain http. Use https, or allow it with \
            RequestOptions(allowsInsecureCredentials: true).
            """
        case .custom: "The request could not be authenticated."
        default: "The request could not be authenticated (\(code))."
        }
    }
}
