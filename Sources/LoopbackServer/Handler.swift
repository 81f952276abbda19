/// How the server comes to a reply.
enum Handler: Sendable {
    /// Runs as a task of its own.
    case task(@Sendable (Request) async -> Reply)
    /// Runs on the loop's thread, which it must not hold up.
    case immediate(@Sendable (Request) -> Reply)
}
