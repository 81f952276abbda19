/// A rule of ``AuthenticationMethod`` that a method breaks.
///
/// The text says which rule it is, what was expected and found, and how to mend it. It never holds a credential; what
/// the method itself threw is in ``underlying``.
public struct AuthenticationMethodViolation: Error, Sendable {
    /// A rule of ``AuthenticationMethod``.
    ///
    /// The set is open: newer versions may check more.
    public struct Rule: Hashable, Sendable {
        /// The name of the rule.
        public let name: String
        /// What a method does that keeps the rule.
        public let expectation: String
        /// What to look for in a method that breaks it.
        public let remedy: String

        /// Creates a rule of one's own.
        public init(name: String, expectation: String, remedy: String) {
            self.name = name
            self.expectation = expectation
            self.remedy = remedy
        }
    }

    /// The rule that is broken.
    public let rule: Rule
    /// What the method did instead, without a credential.
    public let found: String
    /// What the method threw, if that is what was wrong; its text is somebody else's and may hold anything.
    public let underlying: (any Error)?

    /// Creates a violation.
    ///
    /// - Parameters:
    ///   - rule: the rule that is broken.
    ///   - found: what the method did instead, without a full stop.
    ///   - underlying: what the method threw.
    public init(_ rule: Rule, found: String, underlying: (any Error)? = nil) {
        self.rule = rule
        self.found = found
        self.underlying = underlying
    }
}

extension AuthenticationMethodViolation: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// Which rule is broken, what was expected and found, and how to mend it.
    public var errorDescription: String? { description }

    /// Which rule is broken, what was expected and found, and how to mend it.
    public var description: String {
        """
        The authentication method breaks the rule “\(rule.name)”. Expected: \(rule.expectation). Found: \(found). \
        \(rule.remedy)
        """
    }

    /// The text alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension AuthenticationMethodViolation.Rule: CustomStringConvertible {
    /// The name of the rule.
    public var description: String { name }
}
