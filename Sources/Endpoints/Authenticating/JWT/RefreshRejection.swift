/// What a refresh handler throws when the server refused the refresh token for good: the tokens are dropped, and
/// ``JWTAuth`` says once that the sign-in has ended.
///
/// An ``EndpointFailure`` with status 400 or 401 and the OAuth error `invalid_grant` (RFC 6749 §5.2) counts as one by
/// itself. Every other error is taken for a temporary one.
public struct RefreshRejection: Error, Sendable {
    /// What the server said, if anything.
    public let underlying: (any Error)?

    /// Creates a rejection.
    public init(underlying: (any Error)? = nil) {
        self.underlying = underlying
    }
}

extension RefreshRejection: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// What the server said.
    public var errorDescription: String? { description }

    /// What the server said; an error of somebody else's may hold what was sent.
    public var description: String {
        underlying.map(ErrorText.sentence(of:)) ?? "The server refused the refresh token."
    }

    /// The sentence.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RefreshRejection {
    /// Whether an error that a handler threw means that the refresh token is dead.
    static func isRejection(_ error: any Error) -> Bool {
        if error is RefreshRejection { return true }
        guard let failure = error as? any EndpointFailure, let status = failure.statusCode, let body = failure.body,
            status == 400 || status == 401
        else { return false }
        return (try? JSONDecoder().decode(OAuthErrorBody.self, from: body))?.error == "invalid_grant"
    }

    private struct OAuthErrorBody: Decodable {
        let error: String
    }
}
