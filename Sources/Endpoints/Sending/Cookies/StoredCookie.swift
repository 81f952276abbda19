/// A cookie as it is kept (RFC 6265bis §5.7).
struct StoredCookie: Sendable {
    /// What two cookies differ in that are kept beside each other.
    struct Key: Hashable {
        let name: String
        let domain: String
        /// Whether the cookie is for the host alone, and not for what is below it.
        let isHostOnly: Bool
        let path: String
    }

    let key: Key
    let value: String
    let isSecure: Bool
    let isHTTPOnly: Bool
    /// When it ends; nil with the session.
    let expiry: Date?
    /// Seconds since the reference date; one that replaces another keeps its creation.
    var creation: TimeInterval

    func hasEnded(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Whether the cookie belongs into a request (§5.8.3).
    func isSent(to origin: CookieOrigin, at now: Date) -> Bool {
        (key.isHostOnly ? origin.host == key.domain : origin.domainMatches(key.domain))
            && CookieOrigin.isPath(origin.path, within: key.path) && (origin.isSecure || !isSecure)
            && !hasEnded(at: now)
    }

    /// Whether the cookie has nothing that the other hasn't; an end that moves by less than a second is the same, so that
    /// a `Max-Age` is written once a second at most.
    func isSame(as other: StoredCookie) -> Bool {
        key == other.key && value == other.value && isSecure == other.isSecure && isHTTPOnly == other.isHTTPOnly
            && (expiry == other.expiry
                || abs((expiry ?? .distantPast).timeIntervalSince(other.expiry ?? .distantPast)) < 1)
    }
}

extension SetCookie {
    /// The cookie that an answer from there sets; nil when it mustn't (§5.7).
    func stored(from origin: CookieOrigin, creation: TimeInterval) -> StoredCookie? {
        guard !isSecure || origin.isSecure, domain.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var isHostOnly = domain.isEmpty || domain == origin.host && origin.isAddress
        if !isHostOnly, PublicSuffixes.contains(domain) {
            guard domain == origin.host else { return nil }
            isHostOnly = true
        }
        guard isHostOnly || origin.domainMatches(domain) else { return nil }
        // Servers trust such names, so the name alone, or what could be taken for one, must not do (§5.7, §4.1.3).
        let prefixed = (name.isEmpty ? value : name).lowercased()
        if prefixed.hasPrefix("__secure-") || prefixed.hasPrefix("__host-") {
            guard !name.isEmpty, isSecure else { return nil }
            if prefixed.hasPrefix("__host-") { guard domain.isEmpty, path == "/" else { return nil } }
        }
        let key = StoredCookie.Key(
            name: name, domain: isHostOnly ? origin.host : domain, isHostOnly: isHostOnly,
            path: path.isEmpty ? origin.defaultPath : path)
        return StoredCookie(
            key: key, value: value, isSecure: isSecure, isHTTPOnly: isHTTPOnly, expiry: expiry, creation: creation)
    }
}
