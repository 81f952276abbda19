/// Tokens that a test's mocks gave out are asked for in another test.
struct ForeignScope: LocalizedError, CustomStringConvertible {
    var errorDescription: String? { description }

    var description: String {
        """
        This JWTAuth has tokens that other mocks gave out. Give each test a JWTAuth of its own and one scope from its \
        begin to its end, or sign out in between.
        """
    }

    /// Throws when tokens that belong to a scope are asked for in another one; outside of every scope nothing is
    /// mocked, and nothing checked.
    static func check(_ scope: ScopeID?) throws {
        guard let scope, let here = CallInterception.current?.scopeID, here != scope else { return }
        throw AuthenticationError.custom(underlying: ForeignScope())
    }
}
