/// A `Set-Cookie` line, taken apart (RFC 6265bis §5.6).
struct SetCookie: Sendable {
    /// Empty for a line without a name, which is a cookie too.
    let name: String
    let value: String
    /// In lower case and without a dot in front; empty unless the line has one.
    private(set) var domain = ""
    /// Empty unless the line has one that begins with a slash.
    private(set) var path = ""
    /// When the cookie ends; nil with the session.
    ///
    /// None is too far away. Browsers keep no cookie for more than 400 days (§5.5), for the privacy of people; a program
    /// may have been given one for longer.
    private(set) var expiry: Date?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false

    /// Reads a line; nil for one that is ignored.
    init?(_ line: String, at now: Date) {
        guard !line.hasCookieControl else { return nil }
        var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let pair = Self.pair(parts.removeFirst())
        // What has no equals sign is a value without a name.
        name = pair.value == nil ? "" : pair.name
        value = pair.value ?? pair.name
        let length = name.utf8.count + value.utf8.count
        guard length > 0, length <= Self.mostBytes else { return nil }
        var maximumAge: Date?
        for part in parts {
            let attribute = Self.pair(part)
            let value = attribute.value ?? ""
            guard value.utf8.count <= Self.mostBytesOfAttribute else { continue }
            switch attribute.name.lowercased() {
            case "expires": expiry = CookieDate.date(from: value) ?? expiry
            case "max-age": maximumAge = Self.end(after: value, from: now) ?? maximumAge
            case "domain": domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
            case "path": path = value.hasPrefix("/") ? value : ""
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            default: break
            }
        }
        expiry = maximumAge ?? expiry
    }

    /// Of the name and the value together.
    private static let mostBytes = 4_096
    private static let mostBytesOfAttribute = 1_024

    private static func pair(_ text: Substring.UTF8View) -> (name: String, value: String?) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(text), nil) }
        return (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let start = text.drop(while: \.isCookieSpace)
        guard let last = start.lastIndex(where: { !$0.isCookieSpace }) else { return "" }
        return String(Substring(start[...last]))
    }

    /// The end by `Max-Age` (§5.6.2).
    private static func end(after seconds: String, from now: Date) -> Date? {
        let digits = seconds.hasPrefix("-") ? seconds.dropFirst() : seconds[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = TimeInterval(seconds)
        else { return nil }
        return seconds > 0 ? min(now.addingTimeInterval(seconds), .distantFuture) : .distantPast
    }
}

extension String {
    /// Whether no cookie may hold the text: it has a control character other than a tab.
    var hasCookieControl: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension UInt8 {
    fileprivate var isCookieSpace: Bool { self == 0x20 || self == 0x09 }
}
