/// The text of a request's URL while it is put together: the base URL's text, then the path, then query items.
///
/// The URL is one string that is parsed once; what is appended can't change the origin, because the authority is
/// complete before anything else follows.
struct URLText {
    private var bytes: [UInt8]
    /// The base URL's own query, which comes first.
    private let baseQuery: [UInt8]
    private var hasQuery = false

    /// Starts with a base URL.
    init(base: URL) throws(EndpointError) {
        let text = base.withLowercaseScheme.absoluteString
        guard let origin = Origin(base), origin.isHTTP else {
            throw .invalidBaseURL(Redaction.address(text), reason: "it needs the scheme http or https, and a host")
        }
        guard !origin.hasUserInfo else {
            throw .invalidBaseURL(
                Redaction.address(text), reason: "it holds a user name or password; use BasicAuth for them")
        }
        let withoutFragment = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let path = withoutFragment.prefix { $0 != UInt8(ascii: "?") }
        baseQuery = Array(withoutFragment.dropFirst(path.count + 1))
        bytes = Array(path)
        bytes.reserveCapacity(bytes.count + 128)
    }

    /// Appends the template's path, joined to the base's path by exactly one slash.
    mutating func append<Root>(_ template: PathTemplate<Root>, of root: Root) throws(EndpointError) {
        guard !template.pieces.isEmpty else { return }
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        let start = bytes.count
        bytes.append(UInt8(ascii: "/"))
        var hole = 0
        for piece in template.pieces {
            switch piece {
            case .literal(let text):
                try reject(literal: text, of: template)
                let joined = bytes.count == start + 1 ? text.drop { $0 == "/" } : text[...]
                PercentEncoding.appendPathLiteral(String(joined), to: &bytes)
            case .value(let value):
                hole += 1
                try append(value(root), inHole: hole, of: template)
            }
        }
        try rejectDotSegments(from: start, of: template)
    }

    /// Appends the items of a query parameter.
    mutating func append(
        _ value: ParameterValue,
        named name: String,
        style: ParameterStyle
    ) throws(ParameterValueError) {
        try value.writeItems(named: name, style: style) { name, text in
            beginItem()
            PercentEncoding.append(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(text, to: &bytes)
        }
    }

    /// Parses the whole.
    func url() throws(EndpointError) -> URL {
        var all = bytes
        if !hasQuery, !baseQuery.isEmpty { all += [UInt8(ascii: "?")] + baseQuery }
        let text = String(decoding: all, as: UTF8.self)
        guard let url = URL(string: text) else { throw .invalidURL(Redaction.address(text)) }
        return url
    }

    private mutating func beginItem() {
        bytes.append(hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?"))
        if !hasQuery, !baseQuery.isEmpty {
            bytes += baseQuery
            bytes.append(UInt8(ascii: "&"))
        }
        hasQuery = true
    }

    private mutating func append<Root>(
        _ value: ParameterValue,
        inHole hole: Int,
        of template: PathTemplate<Root>
    ) throws(EndpointError) {
        let text: String
        do throws(ParameterValueError) {
            text = try value.text(style: .standard) ?? ""
        } catch {
            throw .invalidPathValue(template.outline, hole: hole, reason: error.reason)
        }
        guard !text.isEmpty else {
            throw .invalidPathValue(template.outline, hole: hole, reason: "it is empty")
        }
        guard text != ".", text != ".." else {
            throw .invalidPathValue(template.outline, hole: hole, reason: "it is “\(text)”, which names another path")
        }
        PercentEncoding.append(text, to: &bytes)
    }

    /// Literal text is a path and nothing else.
    private func reject<Root>(literal text: String, of template: PathTemplate<Root>) throws(EndpointError) {
        for scalar in text.unicodeScalars {
            if scalar == "?" || scalar == "#" {
                let reason = "it holds “\(scalar)”; declare query items as parameters"
                throw .invalidPathTemplate(template.outline, reason: reason)
            }
            if scalar.properties.generalCategory == .control {
                throw .invalidPathTemplate(template.outline.escapedForDisplay, reason: "it holds a control character")
            }
        }
    }

    /// Escapes don't help against `.` and `..`: servers and proxies decode before they resolve.
    private func rejectDotSegments<Root>(from start: Int, of template: PathTemplate<Root>) throws(EndpointError) {
        for segment in bytes[start...].split(separator: UInt8(ascii: "/")) where segment.count <= 6 {
            let text = PercentEncoding.decoded(segment)
            if text == "." || text == ".." {
                throw .invalidPathTemplate(template.outline, reason: "it has the segment “\(text)”")
            }
        }
    }
}
