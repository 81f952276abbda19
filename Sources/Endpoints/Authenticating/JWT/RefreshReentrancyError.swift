/// A refresh handler asked for the token that it is there to fetch; waiting would never end.
public struct RefreshReentrancyError: Error, Sendable, Hashable {
    /// Creates the error, for tests.
    public init() {}
}

extension RefreshReentrancyError: LocalizedError, CustomStringConvertible {
    /// What happened, and how to mend it.
    public var errorDescription: String? { description }

    /// What happened, and how to mend it.
    public var description: String {
        """
        A refresh handler sent a request that needs the token being refreshed. Give the endpoint that the handler \
        sends “static var auth: NoAuth { NoAuth() }”.
        """
    }
}
