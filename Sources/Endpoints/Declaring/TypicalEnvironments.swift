/// The environments that most services have; a server with others declares its own `Environments` type.
public enum TypicalEnvironments: String, CaseIterable, Sendable {
    /// A server on the developer's own machine.
    case local
    /// A shared server that changes with every commit.
    case development
    /// A rehearsal of production.
    case staging
    /// The server that users talk to; the default.
    case production
}
