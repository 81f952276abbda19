/// A rule of ``TokenStorage`` that a store breaks.
///
/// The text says which rule it is, what was expected and found, and how to mend it. It never holds a token's value; what
/// the store itself threw is in ``underlying``.
public struct TokenStorageViolation: Error, Sendable {
    /// A rule of ``TokenStorage``.
    ///
    /// The set is open: newer versions may check more.
    public struct Rule: Hashable, Sendable {
        /// The name of the rule.
        public let name: String
        /// What a store does that keeps the rule.
        public let expectation: String
        /// What to look for in a store that breaks it.
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
    /// What the store did instead, without a token's value.
    public let found: String
    /// What the store threw, if that is what was wrong; its text is somebody else's and may hold anything.
    public let underlying: (any Error)?

    /// Creates a violation.
    ///
    /// - Parameters:
    ///   - rule: the rule that is broken.
    ///   - found: what the store did instead, without a full stop.
    ///   - underlying: what the store threw.
    public init(_ rule: Rule, found: String, underlying: (any Error)? = nil) {
        self.rule = rule
        self.found = found
        self.underlying = underlying
    }
}

extension TokenStorageViolation: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// Which rule is broken, what was expected and found, and how to mend it.
    public var errorDescription: String? { description }

    /// Which rule is broken, what was expected and found, and how to mend it.
    public var description: String {
        "The token storage breaks the rule “\(rule.name)”. Expected: \(rule.expectation). Found: \(found). \(rule.remedy)"
    }

    /// The text alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TokenStorageViolation.Rule: CustomStringConvertible {
    /// The name of the rule.
    public var description: String { name }
}
