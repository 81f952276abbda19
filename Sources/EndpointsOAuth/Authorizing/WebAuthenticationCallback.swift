/// The form in which the system's browser sheet is told what ends it.
enum WebAuthenticationCallback: Hashable, Sendable {
    /// A redirect with this scheme, which only the app that shows the sheet receives.
    case customScheme(String)
    /// A redirect to this host and path over https, which the host has to associate with the app.
    case https(host: String, path: String)

    /// The callback that a redirect URI needs.
    ///
    /// - Throws: ``OAuthError/invalidConfiguration(_:)`` for one that no sheet can wait for.
    init(redirectURI: String) throws(OAuthError) {
        guard let url = URL(string: redirectURI), let scheme = url.scheme?.lowercased() else {
            throw .invalidConfiguration("the redirect URI “\(redirectURI)” has no scheme")
        }
        switch scheme {
        case "http":
            throw .invalidConfiguration(
                "the browser sheet can't wait for “\(redirectURI)”. Use a custom scheme or https, or LoopbackRedirect")
        case "https":
            guard let host = url.host, !host.isEmpty else {
                throw .invalidConfiguration("the redirect URI “\(redirectURI)” has no host")
            }
            guard url.port == nil || url.port == 443 else {
                throw .invalidConfiguration("the browser sheet can't wait for a port, as in “\(redirectURI)”")
            }
            self = .https(host: host, path: url.path.isEmpty ? "/" : url.path)
        default:
            self = .customScheme(scheme)
        }
    }

    /// What a system says that is too old for https callbacks.
    static let httpsNeedsNewerSystem = OAuthError.invalidConfiguration(
        """
        a redirect URI with https needs iOS 17.4, macOS 14.4, watchOS 10.4, tvOS 17.4 or visionOS 1.1. Register one with \
        a custom scheme for older systems
        """
    )
}
