/// What is a secret by its name alone; what ``Credentials`` found by comparing comes on top.
package enum Redaction {
    /// Whether a header field carries a credential wherever it came from.
    package static func isSensitive(header name: String) -> Bool {
        sensitiveHeaders.contains(name.lowercased())
    }

    /// The URL's text with the values of credential query items replaced.
    static func url(_ url: URL?, hiding credentials: Credentials) -> String {
        guard let text = url?.absoluteString else { return "" }
        let whole = text.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?"), !credentials.queryItems.isEmpty else { return text }
        // By their names: a server may have written the value in another way.
        let hidden = whole[whole.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).map {
            credentials.containsName(of: $0)
                ? "\($0.prefix { $0 != "=" })=\(Redacted<Void>.placeholder)" : String($0)
        }
        return text[...mark] + hidden.joined(separator: "&") + text[whole.endIndex...]
    }

    /// A URL's text, whole or not, without what may be a secret in it: user name, password and query.
    static func address(_ text: String) -> String {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        let hidden = text.count > path.count ? "?…" : ""
        guard let afterScheme = path.range(of: "//")?.upperBound else { return path + hidden }
        let authority = path[afterScheme...].prefix { $0 != "/" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return path[..<afterScheme] + host + path[authority.endIndex...] + hidden
    }

    /// The platform's error without the failing URL, whose query may hold a key.
    static func urlError(_ error: URLError) -> URLError {
        URLError(error.code, userInfo: [NSLocalizedDescriptionKey: error.localizedDescription])
    }

    private static let sensitiveHeaders: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "x-auth-token",
        "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token",
    ]
}
