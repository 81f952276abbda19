/// Scheme, host and port of a URL: what credentials belong to (RFC 6454 §4).
package struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int
    private let userInfo: Bool

    /// The origin of an absolute URL with a host; nil for any other.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        self.init(scheme: scheme, host: host, port: port, userInfo: url.user != nil || url.password != nil)
    }

    init(scheme: String, host: String, port: Int, userInfo: Bool = false) {
        self.scheme = scheme
        // The path of a socket has upper case, too.
        self.host = scheme == Self.unixSocket ? host : host.lowercased()
        self.port = port
        self.userInfo = userInfo
    }

    private static let unixSocket = "http+unix"

    /// Whether the URL that it was read from holds a user name or password.
    var hasUserInfo: Bool { userInfo }

    /// Whether it can be spoken to with HTTP.
    var isHTTP: Bool { scheme == "http" || scheme == "https" || isUnixSocket }

    /// Whether it is a socket in the file system, whose path is the host.
    var isUnixSocket: Bool { scheme == Self.unixSocket }

    /// Whether the connection is encrypted.
    package var isSecure: Bool { scheme == "https" }

    /// Whether it names this machine, where nobody can listen (RFC 6761 §6.3, RFC 1122 §3.2.1.3).
    package var isLoopback: Bool {
        isUnixSocket || host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || Self.isIPv4Loopback(host)
    }

    package static func == (left: Origin, right: Origin) -> Bool {
        left.scheme == right.scheme && left.host == right.host && left.port == right.port
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(port)
    }

    /// `127.0.0.0/8`, written in full: `127.0.0.1.example.com` is somebody else's name.
    private static func isIPv4Loopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension URL {
    /// The URL with its scheme in lower case: a scheme ignores case (RFC 3986 §3.1), but FoundationNetworking knows only
    /// the one spelling.
    var withLowercaseScheme: URL {
        guard let scheme, scheme.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return self
        }
        return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
    }
}
