/// A path with holes: literal text, and values that are read from the endpoint when a request is built.
///
/// Literal text is written as it should stand in the URL; a value is text and is escaped, so that it can't leave its
/// segment (RFC 3986 §3.3). A value that is a segment of its own is neither empty nor `.` or `..`. A value inside a segment,
/// as in `Items(Name='\(\.name)')`, is any text, as long as the finished segment is none of these.
///
/// `?` and `#` in literal text are an ``EndpointError``, as are the segments `.` and `..`, and a scheme such as `https://`
/// at its beginning: a whole URL goes into ``EndpointDefinition/init(server:method:url:headers:)``.
public struct PathTemplate<Root>: Sendable {
    let parts: PathParts<Root>

    init(literals: [String], values: [@Sendable (Root) -> ParameterValue]) {
        parts = PathParts(literals: literals, values: values)
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
