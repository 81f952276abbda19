/// Who may answer an authentication challenge of a call's task.
enum ChallengeResponder: Hashable, Sendable {
    /// The session delegate's method for challenges of the connection.
    case sessionDelegate
    /// The session delegate's method for challenges of a task.
    case taskDelegate
    /// The platform, in its usual way.
    case platform
    /// Nobody: the answer that asks for credentials is the call's.
    case response

    /// What is asked for.
    enum Kind: Hashable, Sendable, CaseIterable {
        case serverTrust, clientCertificate, password
    }

    /// Those who are asked, in order; the first who takes the challenge answers it.
    ///
    /// The connection's challenges belong to the app, whose session delegate may pin certificates or hold a client's. The
    /// platform would ask it in this order, if the task had no delegate of its own. A proxy's password is the platform's
    /// to know.
    static func order(for kind: Kind, isProxy: Bool) -> [ChallengeResponder] {
        if isProxy { return [.platform] }
        switch kind {
        case .serverTrust, .clientCertificate: return [.sessionDelegate, .taskDelegate, .platform]
        case .password: return [.response]
        }
    }
}
