/// The sign-in that an account has now, and how those before it ended.
struct SignInHistory: Sendable {
    /// How a sign-in ended.
    enum End: Sendable, Hashable {
        /// By a sign-out, or because the server refused to renew it.
        case signedOut
        /// Another one took its place.
        case replaced

        /// What a call of that sign-in fails with.
        var error: AuthenticationError {
            switch self {
            case .signedOut: .notAuthenticated
            case .replaced: .signInReplaced
            }
        }
    }

    /// The present sign-in; nil when nobody is signed in.
    private(set) var present: UUID?
    /// The last ones before it; calls of still older ones have waited through thirty-two sign-ins.
    private var ended: [(id: UUID, end: End)] = []

    /// Notes the sign-in whose tokens are in use now.
    mutating func begin(_ id: UUID) {
        guard id != present else { return }
        end(.replaced)
        ended.removeAll { $0.id == id }
        present = id
    }

    /// Notes that the present sign-in has ended.
    mutating func end(_ end: End) {
        guard let id = present else { return }
        present = nil
        ended = ended.suffix(31) + [(id, end)]
    }

    /// Whether there has been another sign-in before the present one.
    var hasEnded: Bool { !ended.isEmpty }

    /// How a sign-in ended; nil while it is the present one.
    func end(of id: UUID) -> End? {
        guard id != present else { return nil }
        return ended.last { $0.id == id }?.end ?? .replaced
    }
}
