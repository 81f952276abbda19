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
    /// The segments that are checked when the path is complete; usual paths have none.
    let mixedSegments: [PathSegments.Mixed]
    /// The segment `.` or `..` that the literal text has, if any.
    let dotSegment: String?

    init(literals: [String], values: [@Sendable (Root) -> ParameterValue]) {
        let escaped = literals.enumerated().map { PathLiteral.escaped($0.element, beginsPath: $0.offset == 0) }
        let segments = PathSegments(literals: escaped, holeCount: values.count)
        let literals = literals.indices.map { index in
            PathLiteral(
                literals[index], escaped: escaped[index], beginsPath: index == 0,
                precedesWholeSegment: segments.wholeHoles.contains(index))
        }
        self.literals = literals
        holeCount = values.count
        holes = ValueTree(zip(literals, values).map { (part: $0, read: $1) })
        rest = literals.count > values.count ? literals.last : nil
        mixedSegments = segments.mixed
        dotSegment = segments.dotSegment
    }

    /// Whether there is no path to append.
    var isEmpty: Bool { literals.isEmpty }

    /// The template as it can be shown to a person: holes are numbered.
    var outline: String {
        literals.enumerated().map { index, literal in
            index < holeCount ? "\(literal.text){\(index + 1)}" : literal.text
        }.joined()
    }
}
