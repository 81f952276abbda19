import Endpoints
import Testing

/// What a real httpbin says to every part of the package: `.scripts/with-real-servers swift test --filter RealServers`.
@Suite(
    "A real httpbin",
    .tags(.network),
    .enabled(
        if: RealServerAddress.isSet("HTTPBIN_URL"),
        "Set HTTPBIN_URL to the address of an httpbin; see the README."
    ),
    .timeLimit(.minutes(5))
)
struct RealServers {}

/// The addresses of the servers, from the environment.
enum RealServerAddress {
    static func isSet(_ name: String) -> Bool {
        ProcessInfo.processInfo.environment[name]?.isEmpty == false
    }

    /// The URL that a variable holds; one that no request can be sent to when it holds none.
    static func url(_ name: String) -> URL {
        ProcessInfo.processInfo.environment[name].flatMap { URL(string: $0) } ?? URL(fileURLWithPath: "/")
    }

    /// The number that a variable holds; 0 when it holds none.
    static func number(_ name: String) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? 0
    }
}

/// What certificates, HTTP/2 and the border between https and http do to a call.
@Suite(
    "Real TLS servers",
    .tags(.network),
    .enabled(
        if: RealServerAddress.isSet("TLS_URL"),
        "Set TLS_URL to the address of an HTTPS server whose certificate is trusted here; see the README."
    ),
    .timeLimit(.minutes(5))
)
struct RealServersOverTLS {}
