extension StoredCookie {
    init(_ cookie: HTTPCookie) {
        let domain = cookie.domain.lowercased()
        let isHostOnly = !domain.hasPrefix(".")
        let note = Note(cookie.comment ?? "")
        let properties = cookie.properties
        key = Key(
            name: cookie.name, domain: isHostOnly ? domain : String(domain.dropFirst()), isHostOnly: isHostOnly,
            path: cookie.path)
        value = cookie.value
        isSecure = cookie.isSecure || note?.isSecure == true
        isHTTPOnly = cookie.isHTTPOnly
        let created = note?.creation ?? properties?[HTTPCookiePropertyKey("Created")] as? TimeInterval ?? 0
        creation = created
        // FoundationNetworking keeps a `Max-Age` that a program gives, and reads only `Expires`.
        let age = (properties?[.maximumAge] as? String).flatMap(TimeInterval.init)
        expiry = age.map { Date(timeIntervalSinceReferenceDate: created + $0) } ?? cookie.expiresDate
    }

    /// The cookie as the platform's storage has it.
    var platformCookie: HTTPCookie? { HTTPCookie(properties: platformProperties) }

    var platformProperties: [HTTPCookiePropertyKey: Any] {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: key.name, .value: value, .domain: key.isHostOnly ? key.domain : ".\(key.domain)", .path: key.path,
            .comment: Note(creation: creation, isSecure: isSecure).text,
        ]
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let expiry { properties[.expires] = expiry } else { properties[.discard] = "TRUE" }
        return properties
    }

    /// What FoundationNetworking loses of a cookie, as the comment that it keeps.
    ///
    /// It takes the present for each cookie's creation, and a secure cookie that it reads from its file isn't secure.
    private struct Note {
        let creation: TimeInterval
        let isSecure: Bool

        var text: String { "created=\(creation)\(isSecure ? "; secure" : "")" }

        init(creation: TimeInterval, isSecure: Bool) {
            self.creation = creation
            self.isSecure = isSecure
        }

        init?(_ text: String) {
            guard text.hasPrefix("created="),
                let creation = TimeInterval(text.dropFirst("created=".count).prefix { $0 != ";" })
            else { return nil }
            self.init(creation: creation, isSecure: text.hasSuffix("; secure"))
        }
    }
}
