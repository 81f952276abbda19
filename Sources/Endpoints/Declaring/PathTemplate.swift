/// A path with holes: literal text, and values that are read from the endpoint when a request is built.
///
/// Literal text is written as it should stand in the URL; a value is text and is escaped, so that it can't leave its
/// segment (RFC 3986 §3.3). `?` and `#` in literal text are an ``EndpointError``, as are the segments `.` and `..`.
public struct PathTemplate<Root>: Sendable {
    enum Piece: Sendable {
        case literal(String)
        case value(@Sendable (Root) -> ParameterValue)
    }

    let pieces: [Piece]

    /// The template as it can be shown to a person: holes are numbered.
    var outline: String {
        var hole = 0
        return pieces.map { piece in
            if case .literal(let text) = piece { return text }
            hole += 1
            return "{\(hole)}"
        }.joined()
    }
}

extension PathTemplate: ExpressibleByStringInterpolation {
    /// Creates a path without holes.
    public init(stringLiteral value: String) {
        pieces = value.isEmpty ? [] : [.literal(value)]
    }

    /// Creates a path from an interpolated string literal.
    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }
}
