import EndpointsOAuth
import Testing

/// What a real authorization server says to every grant: `.scripts/with-real-servers swift test --filter
/// RealAuthorizationServer`.
///
/// One test at a time, since one of them restarts the server.
@Suite(
    "A real authorization server",
    .serialized,
    .enabled(
        if: AuthorizationServerAddress.isSet("OAUTH_URL") && AuthorizationServerAddress.isSet("OAUTH_LOG"),
        "Set OAUTH_URL to the address of an authorization server, and OAUTH_LOG to its access log; see the README."
    ),
    .timeLimit(.minutes(5))
)
struct RealAuthorizationServer {}

/// The same over HTTPS, with a certificate that this machine has to trust.
@Suite(
    "A real authorization server over HTTPS",
    .serialized,
    .enabled(
        if: AuthorizationServerAddress.isSet("OAUTH_TLS_URL"),
        "Set OAUTH_TLS_URL to the address of an authorization server whose certificate is trusted here; see the README."
    ),
    .timeLimit(.minutes(5))
)
struct RealAuthorizationServerOverTLS {}

/// The addresses of the servers, from the environment.
enum AuthorizationServerAddress {
    static let plain = url("OAUTH_URL")
    static let secure = url("OAUTH_TLS_URL")

    static func isSet(_ name: String) -> Bool {
        text(name)?.isEmpty == false
    }

    static func text(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }

    /// The URL that a variable holds; one that no request can be sent to when it holds none.
    private static func url(_ name: String) -> URL {
        text(name).flatMap { URL(string: $0) } ?? URL(fileURLWithPath: "/")
    }
}
