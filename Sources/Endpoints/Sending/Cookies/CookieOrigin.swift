/// Where a cookie comes from or is to go: what counts of a URL (RFC 6265bis §5.1).
struct CookieOrigin: Sendable {
    /// In lower case.
    let host: String
    /// As it is escaped; a slash at least.
    let path: String
    let isSecure: Bool

    /// Nil for a URL without a host, and for a socket, which has no domain.
    init?(_ url: URL) {
        guard let host = url.host, Origin(url)?.isUnixSocket != true else { return nil }
        self.host = host.lowercased()
        let path = url.path(percentEncoded: true)
        self.path = path.hasPrefix("/") ? path : "/"
        isSecure = url.scheme?.lowercased() == "https"
    }

    /// The path of a cookie that names none: the request's up to its last slash (§5.1.4).
    var defaultPath: String {
        guard let last = path.utf8.lastIndex(of: UInt8(ascii: "/")), last > path.startIndex else { return "/" }
        return String(path[..<last])
    }

    /// Whether the host is an address, which is part of no domain.
    var isAddress: Bool {
        host.utf8.contains(UInt8(ascii: ":")) || host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
    }

    /// Whether the host is the domain or part of it (§5.1.3).
    func domainMatches(_ domain: String) -> Bool {
        host == domain || !isAddress && Self.isPart(host, of: domain)
    }

    static func isPart(_ host: String, of domain: String) -> Bool {
        host.utf8.count > domain.utf8.count && host.hasSuffix(domain)
            && host.utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".")
    }

    /// Whether a path is the other or below it (§5.1.4).
    static func isPath(_ path: String, within other: String) -> Bool {
        guard path.utf8.starts(with: other.utf8) else { return false }
        let slash = UInt8(ascii: "/")
        return path.utf8.count == other.utf8.count || other.utf8.last == slash
            || path.utf8.dropFirst(other.utf8.count).first == slash
    }
}
