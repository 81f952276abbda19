/// What the segments of a path template can come to, worked out once, when the definition is made.
///
/// No request may have a segment `.` or `..`, which names another path, nor one that is empty because a value is. Escapes
/// don't help against the dots: servers and proxies decode before they resolve.
struct PathSegments {
    /// A segment that is checked when the path is complete: it has several holes, or dots beside a hole, and nothing else.
    struct Mixed: Sendable {
        /// Its place among the segments of the template; values can't change it, because their slashes are escaped.
        let index: Int
        /// Its first hole, counted from 1.
        let hole: Int
    }

    /// The holes, counted from 0, that are a segment of their own; their values are checked one by one.
    private(set) var wholeHoles: Set<Int> = []
    private(set) var mixed: [Mixed] = []
    /// The segment `.` or `..` that the literal text has, if any.
    private(set) var dotSegment: String?

    private var literal: [UInt8] = []
    private var holes: [Int] = []
    private var index = 0

    /// Looks at the literal texts, as they stand in a URL; each of the holes follows one of them.
    init(literals: some Sequence<[UInt8]>, holeCount: Int) {
        for (hole, literal) in literals.enumerated() {
            for byte in literal {
                if byte == UInt8(ascii: "/") { endSegment() } else { self.literal.append(byte) }
            }
            if hole < holeCount { holes.append(hole) }
        }
        endSegment()
    }

    /// Whether a finished segment names another path than it seems to.
    static func isDots(_ decoded: String) -> Bool {
        decoded == "." || decoded == ".."
    }

    private mutating func endSegment() {
        let text = PercentEncoding.decoded(literal)
        // Any other text keeps the segment from being dots, and three dots are a name.
        let canBeDots = text.isEmpty || Self.isDots(text)
        if let first = holes.first {
            if text.isEmpty, holes.count == 1 {
                wholeHoles.insert(first)
            } else if canBeDots {
                mixed.append(Mixed(index: index, hole: first + 1))
            }
        } else if Self.isDots(text), dotSegment == nil {
            dotSegment = text
        }
        literal = []
        holes = []
        index += 1
    }
}
