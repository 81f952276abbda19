import Endpoints

/// What a caller was resumed with.
enum Outcome: Hashable, Sendable {
    case token(String)
    case done
    case cancelled
    case notAuthenticated
    case signInReplaced
    case refreshFailed
    case refreshRejected
    case refreshTimedOut
    case storageFailed
    /// The sign-in itself failed.
    case wrongPassword
    case status(Int)
    /// Nothing that may happen here.
    case other(String)

    init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled
        case is WrongPassword: self = .wrongPassword
        case let error as AuthenticationError: self.init(error)
        case let error as Fetch.TaskError: self.init(error)
        default: self = .other("\(error)")
        }
    }

    private init(_ error: Fetch.TaskError) {
        switch error {
        case .cancelled: self = .cancelled
        case .authenticationError(let error): self.init(error)
        default: self = error.statusCode.map(Outcome.status) ?? .other("\(error)")
        }
    }

    private init(_ error: AuthenticationError) {
        switch error {
        case .notAuthenticated: self = .notAuthenticated
        case .signInReplaced: self = .signInReplaced
        case .refreshFailed: self = .refreshFailed
        case .refreshRejected: self = .refreshRejected
        case .refreshTimedOut: self = .refreshTimedOut
        case .storageFailed: self = .storageFailed
        default: self = .other("\(error)")
        }
    }

    /// What it is counted under.
    var kind: String {
        switch self {
        case .token: "with a token"
        case .status(let status): "with status \(status)"
        case .other: "with something else"
        default: "\(self)"
        }
    }
}
