/// What a path template consists of, prepared once, when the definition is made.
///
/// It is an object because it is read for every request: a copy of it is one reference.
final class PathParts<Root>: Sendable {
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
