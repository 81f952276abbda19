/// What can go wrong between a client and an authorization server.
///
/// No case holds a token, a code, a verifier or a secret.
public enum OAuthError: Error, Sendable {
    /// The configuration can't be used; the words say why.
    case invalidConfiguration(String)
    /// A verifier that is not 43 to 128 unreserved characters (RFC 7636 §4.1).
    case invalidVerifier
    /// The redirect belongs to another sign-in, or to nobody's: its state is not the expected one (RFC 6749 §10.12).
    case stateMismatch
    /// The redirect comes from another authorization server than the code was asked of (RFC 9207).
    case issuerMismatch
    /// The ID token belongs to another sign-in (OpenID Connect Core §3.1.3.7).
    case nonceMismatch
    /// The redirect has neither a code nor an error.
    case missingCode
    /// The server refused, and said why by one of its codes, such as `access_denied` or `invalid_grant`.
    case server(OAuthServerError)
    /// The server's answer holds no access token.
    case missingAccessToken
    /// A token of a type that is not sent as `Bearer` (RFC 6750); the name of the type.
    case unsupportedTokenType(String)
    /// An answer that is neither JSON nor a form; its status, and its beginning without tokens.
    case unreadableResponse(status: Int, excerpt: String)
    /// The server's metadata belong to another issuer, or lack what they must have (RFC 8414 §3.3).
    case invalidMetadata(String)
    /// The time for a sign-in was over.
    case timedOut
    /// The sign-in was cancelled, by its task or by the user.
    case cancelled
    /// The browser sheet could not be shown, or ended with an error of the system.
    case presentationFailed(underlying: any Error)
    /// The server could not be asked; the failure says why.
    case requestFailed(any EndpointFailure)
}

/// The words of an authorization server that refused (RFC 6749 §4.1.2.1, §5.2).
public struct OAuthServerError: Error, Sendable, Hashable {
    /// The code, such as `invalid_grant`.
    public let code: String
    /// The server's text for developers; nil when there is none.
    public let description: String?
    /// A page about it; nil when there is none.
    public let uri: String?
    /// The status of the answer; nil when the words came with a redirect.
    public let statusCode: Int?

    /// Creates an error; an empty text counts as none.
    init(code: String, description: String?, uri: String?, statusCode: Int?) {
        self.code = code
        self.description = description.flatMap { $0.isEmpty ? nil : $0 }
        self.uri = uri.flatMap { $0.isEmpty ? nil : $0 }
        self.statusCode = statusCode
    }
}

extension OAuthError {
    /// The server's code, where the server refused.
    public var serverCode: String? {
        if case .server(let error) = self { error.code } else { nil }
    }

    /// A failure of a call as this error.
    init(_ failure: any EndpointFailure) {
        self = failure.isCancelled ? .cancelled : .requestFailed(failure)
    }
}

extension OAuthError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// What happened, and what to do about it.
    public var errorDescription: String? { description }

    /// What happened, and what to do about it; no secret is part of it.
    public var description: String {
        switch self {
        case .invalidConfiguration(let reason): "The OAuth configuration can't be used: \(reason)."
        case .invalidVerifier: "A PKCE verifier has 43 to 128 letters, digits and “-._~”. Use PKCE() for a random one."
        case .stateMismatch: "The redirect doesn't belong to this sign-in. Start it again."
        case .issuerMismatch: "The redirect comes from another authorization server. Start the sign-in again."
        case .nonceMismatch: "The ID token doesn't belong to this sign-in. Start it again."
        case .missingCode: "The redirect has neither a code nor an error."
        case .server(let error): error.sentence
        case .missingAccessToken: "The authorization server's answer has no access token."
        case .unsupportedTokenType(let type): "Tokens of the type “\(type)” can't be sent; only Bearer tokens can."
        case .unreadableResponse(let status, let excerpt):
            "The authorization server's answer (status \(status)) is neither JSON nor a form: “\(excerpt)”"
        case .invalidMetadata(let reason): "The authorization server's metadata can't be used: \(reason)."
        case .timedOut: "The sign-in took too long. Start it again."
        case .cancelled: "The sign-in was cancelled."
        case .presentationFailed(let error):
            "The browser could not show the sign-in (\((error as NSError).domain), code \((error as NSError).code))."
        case .requestFailed(let failure): failure.localizedDescription
        }
    }

    /// The sentence.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension OAuthServerError {
    /// What the server said, for people.
    fileprivate var sentence: String {
        let text = description.map { ": \($0)" } ?? ""
        return switch code {
        case "access_denied": "Access was denied\(text)."
        case "invalid_grant": "The sign-in is no longer valid (invalid_grant\(text)). Sign in again."
        default: "The authorization server refused (\(code)\(text))."
        }
    }
}
