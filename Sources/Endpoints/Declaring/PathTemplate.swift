/// A path with holes: literal text, and values that are read from the endpoint when a request is built.
///
/// Literal text is written as it should stand in the URL; a value is text and is escaped, so that it can't leave its
/// segment (RFC 3986 §3.3). `?` and `#` in literal text are an ``EndpointError``, as are the segments `.` and `..`.
public struct PathTemplate<Root>: Sendable {
    /// The texts before each hole, and the one after the last hole if there is any.
    let literals: [PathLiteral]
    /// What fills the holes.
    let values: ValueChain<Root>?
    private let holes: Int
    /// The segment `.` or `..` that the literal text has, if any.
    let dotSegment: String?

    init(literals: [String], values: [@Sendable (Root) -> ParameterValue]) {
        self.literals = literals.enumerated().map { PathLiteral($0.element, beginsPath: $0.offset == 0) }
        self.values = ValueChain.first(of: values)
        holes = values.count
        dotSegment = Self.dotSegment(in: self.literals, endsWithHole: literals.count == holes)
    }

    /// The template as it can be shown to a person: holes are numbered.
    var outline: String {
        literals.enumerated().map { index, literal in
            index < holes ? "\(literal.text){\(index + 1)}" : literal.text
        }.joined()
    }

    /// Escapes don't help against `.` and `..`: servers and proxies decode before they resolve.
    ///
    /// Whatever fills a hole is neither empty nor one or two dots, so only literal text can make such a segment.
    private static func dotSegment(in literals: [PathLiteral], endsWithHole: Bool) -> String? {
        let value = Array("value".utf8)
        let path = literals.map(\.escaped).joined(separator: value) + (endsWithHole ? value : [])
        let segments = path.split(separator: UInt8(ascii: "/")).filter { $0.count <= "%2E%2E".utf8.count }
        return segments.map(PercentEncoding.decoded).first { $0 == "." || $0 == ".." }
    }
}

extension PathTemplate: ExpressibleByStringInterpolation {
    /// Creates a path without holes.
    public init(stringLiteral value: String) {
        self.init(literals: value.isEmpty ? [] : [value], values: [])
    }

    /// Creates a path from an interpolated string literal.
    public init(stringInterpolation: StringInterpolation) {
        self.init(literals: stringInterpolation.literals, values: stringInterpolation.values)
    }
}
