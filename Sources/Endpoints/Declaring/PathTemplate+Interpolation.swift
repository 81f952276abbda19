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

        /// Appends a value of the endpoint, read through a key path when a request is built.
        ///
        /// It lets the compiler name a misspelt member of a key path; a form for constants would blur that message.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: PathRepresentable>(
            _ keyPath: any KeyPath<Root, Value> & Sendable
        ) {
            append { root in root[keyPath: keyPath].parameterValue }
        }

        private mutating func append(_ value: @escaping @Sendable (Root) -> ParameterValue) {
            if literals.count == values.count { literals.append("") }
            values.append(value)
        }
    }
}
