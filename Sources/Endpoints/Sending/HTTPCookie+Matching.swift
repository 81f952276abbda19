extension HTTPCookie {
    /// Whether the cookie belongs into a request to the URL (RFC 6265 §5.4).
    ///
    /// FoundationNetworking's storage looks at the domain alone.
    func isSent(to url: URL, at now: Date) -> Bool {
        guard let host = url.host, matches(host: host), matches(path: url.path) else { return false }
        if isSecure, url.scheme != "https" { return false }
        return expiry(at: now).map { $0 > now } ?? true
    }

    /// Whether a host may set the cookie: only for itself or a domain that it is part of (RFC 6265 §5.3).
    func maySet(from host: String) -> Bool { matches(host: host) }

    /// The cookie with its end as a date: `Max-Age` comes before `Expires` (RFC 6265 §5.3), and FoundationNetworking
    /// reads only the latter.
    func withExpiry(at now: Date) -> HTTPCookie {
        guard properties?[.maximumAge] != nil, let expiry = expiry(at: now), var properties else { return self }
        properties[.expires] = expiry
        properties[.maximumAge] = nil
        return HTTPCookie(properties: properties) ?? self
    }

    /// Domain-match of RFC 6265 §5.1.3; an address is no domain, so only itself.
    private func matches(host: String) -> Bool {
        let host = host.lowercased()
        let domain = self.domain.lowercased()
        guard domain.hasPrefix(".") else { return host == domain }
        if host == domain.dropFirst() { return true }
        let isAddress =
            host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) } || host.contains(":")
        return !isAddress && host.hasSuffix(domain)
    }

    /// Path-match of RFC 6265 §5.1.4.
    private func matches(path requestPath: String) -> Bool {
        let requestPath = requestPath.isEmpty ? "/" : requestPath
        guard requestPath.hasPrefix(path) else { return false }
        return requestPath.count == path.count || path.hasSuffix("/") || requestPath.dropFirst(path.count).first == "/"
    }

    private func expiry(at now: Date) -> Date? {
        guard let text = properties?[.maximumAge] as? String, let seconds = TimeInterval(text) else {
            return expiresDate
        }
        return seconds > 0 ? now.addingTimeInterval(seconds) : .distantPast
    }
}
