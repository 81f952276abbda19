extension String {
    /// The text of a URL with further query items, which are escaped already, after the ones that it has.
    ///
    /// They are joined by one `&`, also where the URL ends with `?` or `&`. A fragment is left out.
    package func appending(queryItems: String) -> String {
        let text = prefix { $0 != "#" }
        guard let mark = text.firstIndex(of: "?") else { return "\(text)?\(queryItems)" }
        var end = text.endIndex
        while text[text.index(before: end)] == "&" { end = text.index(before: end) }
        let isEmpty = text.index(after: mark) == end
        return "\(text[..<end])\(isEmpty ? "" : "&")\(queryItems)"
    }
}
