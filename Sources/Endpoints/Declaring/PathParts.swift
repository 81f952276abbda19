/// What a path template consists of, prepared once, when the definition is made.
///
/// It is an object because it is read for every request: a copy of it is one reference.
final class PathParts<Root>: Sendable {
    /// What fills the holes, each with the text before it.
    let holes: ValueTree<Root, PathLiteral>?
    /// The text after the last hole, if there is any.
    let rest: PathLiteral?
    // The texts before each hole, and the one after the last.
    private let literals: [PathLiteral]
    private let holeCount: Int
    /// The segment `.` or `..` that the literal text has, if any.
    let dotSegment: String?

    init(literals: [String], values: [@Sendable (Root) -> ParameterValue]) {
        let literals = literals.enumerated().map { PathLiteral($0.element, beginsPath: $0.offset == 0) }
        self.literals = literals
        holeCount = values.count
        holes = ValueTree(zip(literals, values).map { (part: $0, read: $1) })
        rest = literals.count > values.count ? literals.last : nil
        dotSegment = Self.dotSegment(in: literals, endsWithHole: rest == nil)
    }

    /// Whether there is no path to append.
    var isEmpty: Bool { literals.isEmpty }

    /// The template as it can be shown to a person: holes are numbered.
    var outline: String {
        literals.enumerated().map { index, literal in
            index < holeCount ? "\(literal.text){\(index + 1)}" : literal.text
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
