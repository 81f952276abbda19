/// The value of a `Cookie` field: the cookies of a request, each as `name=value` (RFC 6265 §4.2.1).
struct CookieField {
    private let cookies: [Substring]

    /// Takes a field's value apart.
    init(_ text: String) {
        cookies = text.split(separator: ";").map(Self.trimmed).filter { !$0.isEmpty }
    }

    /// The text of these cookies and the others; where both have a name, these count.
    ///
    /// `isWhole` says whether all the others are in it.
    func joined(with others: CookieField) -> (text: String, isWhole: Bool) {
        let names = Set(cookies.map(Self.name))
        let added = others.cookies.filter { !names.contains(Self.name(of: $0)) }
        let isWhole = others.cookies.allSatisfy { added.contains($0) || cookies.contains($0) }
        return ((cookies + added).joined(separator: "; "), isWhole)
    }

    private static func name(of cookie: Substring) -> Substring {
        trimmed(cookie.prefix { $0 != "=" })
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)]
    }
}
