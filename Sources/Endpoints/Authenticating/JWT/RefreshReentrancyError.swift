/// A refresh handler or a sign-in asked for the token that it is there to fetch; waiting would never end.
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
        A refresh handler or a sign-in sent a request that needs the very token it is to fetch. Give the endpoint \
        that it sends “static var auth: NoAuth { NoAuth() }”.
        """
    }
}
