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
        var hole = 0
        try template.holes?.forEach(of: root) { literal, value throws(EndpointError) in
            try append(literal, of: template)
            hole += 1
            do throws(ParameterValueError) {
                try append(value)
            } catch {
                throw .invalidPathValue(template.outline, hole: hole, reason: error.reason)
            }
        }
        if let rest = template.rest { try append(rest, of: template) }
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

    private mutating func append(_ value: ParameterValue) throws(ParameterValueError) {
        if case .text(let text) = value { return try append(segment: text) }
        try append(segment: value.text(style: .standard) ?? "")
    }

    private mutating func append(segment text: String) throws(ParameterValueError) {
        guard !text.isEmpty else { throw ParameterValueError(reason: "it is empty") }
        guard text.utf8.count > 2 || (text != "." && text != "..") else {
            throw ParameterValueError(reason: "it is “\(text)”, which names another path")
        }
        PercentEncoding.append(text, to: &bytes)
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

extension UnsafeBufferPointer<UInt8> {
    /// Where the origin of a URL ends that begins as nearly all do, so that it needs no closer look: `http://` or
    /// `https://`, a host of letters, digits, `-` and `.`, perhaps a port, and then the path, query, fragment or end.
    fileprivate var endOfPlainOrigin: Int? {
        guard count > 8, self[0] == UInt8(ascii: "h"), self[1] == UInt8(ascii: "t"), self[2] == UInt8(ascii: "t"),
            self[3] == UInt8(ascii: "p")
        else { return nil }
        var end = self[4] == UInt8(ascii: "s") ? 5 : 4
        guard self[end] == UInt8(ascii: ":"), self[end + 1] == UInt8(ascii: "/"), self[end + 2] == UInt8(ascii: "/")
        else { return nil }
        end += 3
        let host = end
        while end < count, self[end].isHostCharacter { end += 1 }
        guard end > host else { return nil }
        if end < count, self[end] == UInt8(ascii: ":") {
            end += 1
            while end < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[end]) { end += 1 }
        }
        let next = end < count ? self[end] : UInt8(ascii: "/")
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#") ? end : nil
    }
}

extension UInt8 {
    fileprivate var isHostCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
