/// The address that a browser is sent back to, compared with where it came.
///
/// Scheme and host ignore case, port and path are exact but for the empty path, which is `/` (RFC 3986 §6.2.2, §6.2.3).
/// Query and fragment are what the server adds.
struct RedirectURI: Sendable, Hashable {
    private let scheme: String
    private let host: String
    private let port: Int?
    private let path: String

    /// The parts of an address; nil when it has no scheme.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...].prefix { $0 != "?" && $0 != "#" }
        guard rest.hasPrefix("//") else {
            (host, port, path) = ("", nil, rest.isEmpty ? "/" : String(rest))
            return
        }
        let authority = rest.dropFirst(2).prefix { $0 != "/" }
        let path = rest.dropFirst(2 + authority.count)
        guard !authority.contains("@") else { return nil }
        let portStart = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        host = authority[..<(portStart ?? authority.endIndex)].lowercased()
        if let portStart, authority.index(after: portStart) != authority.endIndex {
            guard let number = Int(authority[authority.index(after: portStart)...]) else { return nil }
            port = number
        } else {
            port = scheme == "https" ? 443 : scheme == "http" ? 80 : nil
        }
        self.path = path.isEmpty ? "/" : String(path)
    }
}
