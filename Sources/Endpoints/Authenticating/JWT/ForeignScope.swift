/// Tokens that a test's mocks gave out are asked for in another test.
struct ForeignScope: LocalizedError, CustomStringConvertible {
    var errorDescription: String? { description }

    var description: String {
        """
        This JWTAuth got its tokens from the mocks of another test. Give each test a JWTAuth of its own, or sign out \
        at the end of each.
        """
    }

    /// Throws when tokens that belong to a scope are asked for in another one; outside of every scope nothing is
    /// mocked, and nothing checked.
    static func check(_ scope: ScopeID?) throws {
        guard let scope, let here = CallInterception.current?.scopeID, !here.mayShare(with: scope) else { return }
        throw AuthenticationError.custom(underlying: ForeignScope())
    }
}
