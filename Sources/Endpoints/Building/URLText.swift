/// The text of a request's URL while it is put together: the base URL's text, then the path, then query items.
///
/// The URL is one string that is parsed once; what is appended can't change the origin, because the authority is
/// complete before anything else follows.
struct URLText: ~Copyable {
    private var bytes = TextBuffer()
    /// The base URL's own query, which comes first.
    private var baseQuery: [UInt8] = []

    /// Starts with a base URL.
    init(base: __shared URL) throws(EndpointError) {
        let text = base.absoluteString
        if !start(with: text) { _ = start(with: try Self.checked(base), isChecked: true) }
    }

    /// Takes over the text of a base URL; returns false when its origin needs a closer look first.
    private mutating func start(with text: String, isChecked: Bool = false) -> Bool {
        text.withContiguousUTF8 { text in
            guard let origin = isChecked ? 0 : text.endOfPlainOrigin else { return false }
            var end = origin
            while end < text.count, text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#") { end += 1 }
            bytes.append(UnsafeBufferPointer(rebasing: text[..<end]))
            if end < text.count, text[end] == UInt8(ascii: "?") {
                baseQuery = Array(text[(end + 1)...].prefix { $0 != UInt8(ascii: "#") })
                // An `&` at the end separates the query from nothing; another one joins what follows.
                while baseQuery.last == UInt8(ascii: "&") { baseQuery.removeLast() }
            }
            return true
        }
    }

    /// Appends the template's path, joined to the base's path by exactly one slash.
    mutating func append<Root>(_ template: PathParts<Root>, of root: Root) throws(EndpointError) {
        guard !template.isEmpty else { return }
        bytes.removeTrailing(UInt8(ascii: "/"))
        bytes.append(UInt8(ascii: "/"))
        let start = bytes.count
        var hole = 0
        try template.holes?.forEach(of: root) { literal, value throws(EndpointError) in
            try append(literal, of: template)
            hole += 1
            do throws(ParameterValueError) {
                try append(value, asWholeSegment: literal.precedesWholeSegment)
            } catch {
                throw .invalidPathValue(template.outline, hole: hole, reason: error.reason)
            }
        }
        if let rest = template.rest { try append(rest, of: template) }
        if !template.mixedSegments.isEmpty { try checkMixedSegments(of: template, from: start) }
        if let segment = template.dotSegment {
            throw .invalidPathTemplate(template.outline, reason: "it has the segment “\(segment)”")
        }
    }

    /// Appends the query: the base URL's own, then the items of the parameters.
    mutating func append<Root>(query: ParameterList<Root>, of root: Root) throws(EndpointError) {
        let start = bytes.count
        if !baseQuery.isEmpty {
            bytes.append(UInt8(ascii: "?"))
            bytes.append(baseQuery)
        }
        try query.append(of: root, to: &bytes)
        if bytes.count > start { bytes.replace(at: start, with: UInt8(ascii: "?")) }
    }

    /// Parses the whole.
    func url() throws(EndpointError) -> URL {
        let text = bytes.text
        guard let url = URL(string: text) else { throw .invalidURL(Redaction.address(text)) }
        return url
    }

    private mutating func append<Root>(
        _ literal: PathLiteral,
        of template: PathParts<Root>
    ) throws(EndpointError) {
        if let flaw = literal.flaw { throw .invalidPathTemplate(template.outline.escapedForDisplay, reason: flaw) }
        bytes.append(literal.escaped)
    }

    private mutating func append(
        _ value: ParameterValue,
        asWholeSegment isWholeSegment: Bool
    ) throws(ParameterValueError) {
        if case .text(let text) = value { return try append(text, asWholeSegment: isWholeSegment) }
        try append(value.text(style: .standard) ?? "", asWholeSegment: isWholeSegment)
    }

    private mutating func append(_ text: String, asWholeSegment isWholeSegment: Bool) throws(ParameterValueError) {
        if isWholeSegment {
            guard !text.isEmpty else { throw ParameterValueError(reason: "it is empty") }
            guard text.utf8.count > 2 || !PathSegments.isDots(text) else {
                throw ParameterValueError(reason: "it is “\(text)”, which names another path")
            }
        }
        PercentEncoding.append(text, to: &bytes)
    }

    /// Looks at the segments of which only the values tell what they are.
    private func checkMixedSegments<Root>(of template: PathParts<Root>, from start: Int) throws(EndpointError) {
        let path = bytes.data(droppingFirst: start)
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for mixed in template.mixedSegments where mixed.index < segments.count {
            let segment = PercentEncoding.decoded(segments[mixed.index])
            guard segment.isEmpty || PathSegments.isDots(segment) else { continue }
            throw .invalidPathValue(
                template.outline, hole: mixed.hole,
                reason: segment.isEmpty
                    ? "its segment is empty" : "its segment is “\(segment)”, which names another path")
        }
    }

    /// The text of a base URL whose origin isn't a plain one: an IPv6 host, a scheme in upper case, or no origin at all.
    private static func checked(_ base: URL) throws(EndpointError) -> String {
        let text = base.withLowercaseScheme.absoluteString
        guard let origin = Origin(base), origin.isHTTP else {
            throw .invalidBaseURL(Redaction.address(text), reason: "it needs the scheme http or https, and a host")
        }
        guard !origin.hasUserInfo else {
            throw .invalidBaseURL(
                Redaction.address(text), reason: "it holds a user name or password; use BasicAuth for them")
        }
        return text
    }
}
