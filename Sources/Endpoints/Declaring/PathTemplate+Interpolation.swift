extension PathTemplate {
    /// Collects the pieces of a path literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// One for each value, which stands before it, and perhaps a last one.
        private(set) var literals: [String] = []
        private(set) var values: [@Sendable (Root) -> ParameterValue] = []

        /// Prepares for a literal of about the given size.
        public init(literalCapacity: Int, interpolationCount: Int) {
            literals.reserveCapacity(interpolationCount + 1)
            values.reserveCapacity(interpolationCount)
        }

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) {
            if literals.count > values.count {
                literals[values.count] += literal
            } else if !literal.isEmpty {
                literals.append(literal)
            }
        }

        /// Appends a value of the endpoint, read through a key path or closure when a request is built.
        public mutating func appendInterpolation<Value: PathRepresentable>(
            _ value: @escaping @Sendable (Root) -> Value
        ) {
            append { root in value(root).parameterValue }
        }

        /// Appends a constant, which is escaped like any value.
        public mutating func appendInterpolation<Value: PathRepresentable>(_ constant: Value) {
            let value = constant.parameterValue
            append { _ in value }
        }

        private mutating func append(_ value: @escaping @Sendable (Root) -> ParameterValue) {
            if literals.count == values.count { literals.append("") }
            values.append(value)
        }
    }
}
