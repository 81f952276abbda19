/// Where an issuer's metadata are.
enum WellKnown {
    /// The place of RFC 8414 §3.1, which goes between host and path; then the two of OpenID: that of its own standard,
    /// behind the path (Discovery §4), and the one that RFC 8414 §5 has it move to.
    static func places(of issuer: URL) throws(OAuthError) -> [URL] {
        let text = issuer.absoluteString
        guard let scheme = issuer.scheme?.lowercased(), scheme == "https" || scheme == "http",
            !text.contains("?"), !text.contains("#"), let start = text.range(of: "://")?.upperBound
        else { throw .invalidMetadata("“\(text)” is no issuer: it is an http URL without query and fragment") }
        let host = text[..<(text[start...].firstIndex(of: "/") ?? text.endIndex)]
        var path = text[host.endIndex...]
        while path.hasSuffix("/") { path.removeLast() }
        var texts = [
            "\(host)/.well-known/oauth-authorization-server\(path)", "\(host)\(path)/.well-known/openid-configuration",
        ]
        if !path.isEmpty { texts.append("\(host)/.well-known/openid-configuration\(path)") }
        return texts.compactMap { URL(string: $0) }
    }
}
