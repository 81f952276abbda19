import EndpointsOAuth
import Foundation
import LoopbackServer

extension Reply {
    /// A token answer.
    static func tokens(_ access: String, refresh: String? = nil, more: String = "") -> Reply {
        let rest = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
        return .json(#"{"access_token":"\#(access)","token_type":"Bearer"\#(rest)\#(more)}"#)
    }

    /// An error as RFC 6749 §5.2 has it.
    static func refusal(_ code: String, status: Int = 400) -> Reply {
        .json(#"{"error":"\#(code)"}"#, status: status)
    }
}

extension Request {
    /// A field of the form.
    func field(_ name: String) -> String? { formItems.first { $0.name == name }?.value }
    /// A field of the query.
    func queryField(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }
}

extension LoopbackServer {
    /// The requests with a path.
    func requests(at path: String) -> [Request] { requests.filter { $0.path == path } }
}

extension OAuthConfiguration {
    /// A client of the server, with every endpoint.
    static func client(
        of url: URL, authentication: ClientAuthentication = .none, redirectURI: String = "myapp://cb",
        scopes: [String] = []
    ) -> OAuthConfiguration {
        OAuthConfiguration(
            authorizationEndpoint: url.appendingPathComponent("authorize"),
            tokenEndpoint: url.appendingPathComponent("token"),
            deviceAuthorizationEndpoint: url.appendingPathComponent("device"),
            revocationEndpoint: url.appendingPathComponent("revoke"),
            introspectionEndpoint: url.appendingPathComponent("introspect"),
            clientID: "client",
            clientAuthentication: authentication,
            redirectURI: redirectURI,
            scopes: scopes
        )
    }

    /// A client of a server that is never asked.
    static func offline(redirectURI: String = "myapp://cb", scopes: [String] = []) throws -> OAuthConfiguration {
        client(of: try url("https://auth.example.com"), redirectURI: redirectURI, scopes: scopes)
    }
}

/// A text that is no URL.
struct NoURL: Error {}

/// The URL with a text.
func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw NoURL() }
    return url
}

extension URLSession {
    /// A session without anything of other tests in it.
    static func fresh() -> URLSession { .forEndpoints(configuration: .ephemeral) }
}

extension OAuthError {
    /// The case, for comparisons.
    var kind: String {
        switch self {
        case .invalidConfiguration: "invalidConfiguration"
        case .invalidVerifier: "invalidVerifier"
        case .stateMismatch: "stateMismatch"
        case .issuerMismatch: "issuerMismatch"
        case .nonceMismatch: "nonceMismatch"
        case .missingCode: "missingCode"
        case .server(let error): "server \(error.code)"
        case .missingAccessToken: "missingAccessToken"
        case .unsupportedTokenType: "unsupportedTokenType"
        case .unreadableResponse(let status, _): "unreadableResponse \(status)"
        case .invalidMetadata: "invalidMetadata"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        case .presentationFailed: "presentationFailed"
        case .requestFailed: "requestFailed"
        }
    }

    /// The server's words.
    var words: OAuthServerError? {
        if case .server(let words) = self { words } else { nil }
    }
}

/// The error of some work; nil when it succeeds or throws something else.
func failure<Value>(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Value
) async -> OAuthError? {
    do {
        _ = try await work()
        return nil
    } catch { return error as? OAuthError }
}

/// The outcome of a redirect in words.
func outcome(_ outcome: RedirectOutcome) -> String {
    switch outcome {
    case .notMine: "not mine"
    case .code(let code): "code \(code)"
    case .failure(let error): error.kind
    }
}
