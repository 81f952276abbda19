extension PathTemplate {
    /// Collects the pieces of a path literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// Prepares for a literal of about the given size.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
        }

        /// Appends a value of the endpoint, read through a key path or closure when a request is built.
        public mutating func appendInterpolation<Value: PathRepresentable>(
            _ value: @escaping @Sendable (Root) -> Value
        ) {
            pieces.append(.value { root in value(root).parameterValue })
        }

        /// Appends a constant, which is escaped like any value.
        public mutating func appendInterpolation<Value: PathRepresentable>(_ constant: Value) {
            let value = constant.parameterValue
            pieces.append(.value { _ in value })
        }
    }
}
