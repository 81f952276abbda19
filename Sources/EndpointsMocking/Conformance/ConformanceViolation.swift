/// A rule of a protocol that somebody's type breaks, as a check has found.
///
/// The text says which rule it is, what was expected and found, and how to mend it. It never holds a credential; what the
/// type itself threw is in ``underlying``.
public struct ConformanceViolation: Error, Sendable {
    /// A rule of a protocol.
    ///
    /// The set is open: newer versions may check more.
    public struct Rule: Hashable, Sendable {
        /// What the rule is for, such as a token storage.
        public let subject: String
        /// The name of the rule.
        public let name: String
        /// What a type does that keeps the rule.
        public let expectation: String
        /// What to look for in a type that breaks it.
        public let remedy: String

        /// Creates a rule of one's own.
        public init(subject: String, name: String, expectation: String, remedy: String) {
            self.subject = subject
            self.name = name
            self.expectation = expectation
            self.remedy = remedy
        }
    }

    /// The rule that is broken.
    public let rule: Rule
    /// What the type did instead, without a credential.
    public let found: String
    /// What the type threw, if that is what was wrong; its text is somebody else's and may hold anything.
    public let underlying: (any Error)?

    /// Creates a violation.
    ///
    /// - Parameters:
    ///   - rule: the rule that is broken.
    ///   - found: what the type did instead, without a full stop.
    ///   - underlying: what the type threw.
    public init(_ rule: Rule, found: String, underlying: (any Error)? = nil) {
        self.rule = rule
        self.found = found
        self.underlying = underlying
    }
}

extension ConformanceViolation: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// Which rule is broken, what was expected and found, and how to mend it.
    public var errorDescription: String? { description }

    /// Which rule is broken, what was expected and found, and how to mend it.
    public var description: String {
        """
        The \(rule.subject) breaks the rule “\(rule.name)”. Expected: \(rule.expectation). Found: \(found). \
        \(rule.remedy)
        """
    }

    /// The text alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension ConformanceViolation.Rule: CustomStringConvertible {
    /// The name of the rule.
    public var description: String { name }
}
