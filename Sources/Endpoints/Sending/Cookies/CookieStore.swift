/// Cookies by RFC 6265bis: what answers do to them (§5.7), and what requests get of them (§5.8).
struct CookieStore: Sendable {
    private(set) var cookies: [StoredCookie.Key: StoredCookie] = [:]
    private var lastCreation: TimeInterval = 0
    /// Without one, which most have not, no answer in the clear needs a search.
    private var hasSecure = false
    /// More than the 50 that are the least (§6.1).
    private static let mostOfDomain = 180

    init(_ cookies: [StoredCookie] = []) {
        for cookie in cookies {
            self.cookies[cookie.key] = cookie
            lastCreation = max(lastCreation, cookie.creation)
            hasSecure = hasSecure || cookie.isSecure
        }
    }

    /// Does what a `Set-Cookie` line of an answer says.
    mutating func take(_ line: String, from origin: CookieOrigin, at now: Date) {
        // Each is later than the one before, also within an answer, and when the clock is set back.
        let creation = max(now.timeIntervalSinceReferenceDate, lastCreation + 0.000_001)
        guard var cookie = SetCookie(line, at: now)?.stored(from: origin, creation: creation),
            origin.isSecure || !hasSecure || !cookies.values.contains(where: { $0.isShielded(from: cookie, at: now) })
        else { return }
        // The way to take a cookie back is to set one that has ended (§3.1).
        guard !cookie.hasEnded(at: now) else {
            cookies[cookie.key] = nil
            return
        }
        if let earlier = cookies[cookie.key] {
            cookie.creation = earlier.creation
        } else {
            makeRoom(in: cookie.key.domain)
        }
        lastCreation = max(lastCreation, cookie.creation)
        hasSecure = hasSecure || cookie.isSecure
        cookies[cookie.key] = cookie
    }

    /// Lets the oldest cookie of a domain go when there are as many as may be (§5.7), those that are secure last.
    private mutating func makeRoom(in domain: String) {
        guard cookies.count >= Self.mostOfDomain else { return }
        let others = cookies.values.filter { $0.key.domain == domain }
        guard others.count >= Self.mostOfDomain,
            let oldest = others.min(by: { ($0.isSecure ? 1 : 0, $0.creation) < ($1.isSecure ? 1 : 0, $1.creation) })
        else { return }
        cookies[oldest.key] = nil
    }

    /// The `Cookie` field of a request: longer paths first, then the older cookie; nil when no cookie belongs there.
    func field(to origin: CookieOrigin, at now: Date) -> String? {
        let sent = cookies.values.filter { $0.isSent(to: origin, at: now) && !$0.hasControl }.sorted {
            let (length, other) = ($0.key.path.utf8.count, $1.key.path.utf8.count)
            return length != other
                ? length > other : ($0.creation, $0.key.name) < ($1.creation, $1.key.name)
        }
        return sent.isEmpty ? nil : sent.map(\.pair).joined(separator: "; ")
    }
}

extension StoredCookie {
    /// Whether a cookie that came in the clear may not be put before this one, or in its place (§5.7).
    fileprivate func isShielded(from other: StoredCookie, at now: Date) -> Bool {
        guard isSecure, !hasEnded(at: now) else { return false }
        if platformKey == other.platformKey { return true }
        let (domain, otherDomain) = (key.domain, other.key.domain)
        return key.name == other.key.name
            && (domain == otherDomain || CookieOrigin.isPart(domain, of: otherDomain)
                || CookieOrigin.isPart(otherDomain, of: domain))
            && CookieOrigin.isPath(other.key.path, within: key.path)
    }

    /// What FoundationNetworking's storage tells cookies apart by: two of them may have the same one.
    private var platformKey: String { "\(key.isHostOnly ? "" : ".")\(key.domain)\(key.path)\(key.name)" }

    /// No server sets such a cookie, but a program can; it would cost a request all of its cookies.
    fileprivate var hasControl: Bool { key.name.hasCookieControl || value.hasCookieControl }

    fileprivate var pair: String { key.name.isEmpty ? value : "\(key.name)=\(value)" }
}
