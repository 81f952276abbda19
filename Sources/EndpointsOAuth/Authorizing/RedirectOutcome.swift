/// What a URL that the program was opened with means to a sign-in.
public enum RedirectOutcome: Sendable {
    /// It is none of this sign-in's business, which goes on waiting; the words say why.
    case notMine(String)
    /// It brings the code.
    case code(String)
    /// The sign-in has failed.
    case failure(OAuthError)
}

extension RedirectOutcome: CustomStringConvertible, CustomReflectable {
    /// The kind; a code is a secret.
    public var description: String {
        switch self {
        case .notMine(let reason): "not mine: \(reason)"
        case .code: "code"
        case .failure(let error): "failure: \(error)"
        }
    }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
