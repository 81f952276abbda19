import Endpoints
import LoopbackServer
import Testing

/// Exchanges a refresh token at the server's `token` path, without authentication.
struct ExchangeToken: Endpoint {
    typealias Server = LoopbackSite

    struct Response: Decodable, Sendable {
        var access: String
        var refresh: String?
    }

    static let definition = Definition(
        method: .post, path: "token",
        parameters: [.form(constant: "grant_type", "refresh_token"), .form("refresh_token", \.token)])
    static let auth = NoAuth()

    var token: String
}

extension JWTAuth {
    /// An account that refreshes over the socket at the same server.
    static func exchanging(
        at url: URL, pair: TokenPair = TokenPair(accessToken: "A1", refreshToken: "r1"), session: URLSession = .shared,
        configuration: Configuration = Configuration(), rejected: Counter? = nil, updated: Counter? = nil
    ) -> JWTAuth {
        JWTAuth(
            initialTokens: pair, configuration: configuration,
            refreshHandler: { token in
                let answer = try await session.response(with: ExchangeToken(token: token), environment: url)
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
            },
            onTokensUpdated: { await updated?.add($0.accessToken) },
            onRefreshFailed: { await rejected?.add("\($0)") })
    }
}

extension Reply {
    /// A new pair of tokens.
    static func tokens(_ access: String, _ refresh: String?) -> Reply {
        .json(#"{"access":"\#(access)","refresh":\#(refresh.map { "\"\($0)\"" } ?? "null")}"#)
    }
}

extension Request {
    /// The token that the request carries.
    var bearer: String? {
        header("Authorization").map { String($0.dropFirst("Bearer ".count)) }
    }
}

extension LoopbackServer {
    /// The requests that were not for the token endpoint.
    var calls: [Request] {
        requests.filter { $0.path != "/token" }
    }

    /// The refresh tokens that were presented.
    var exchanges: [String?] {
        requests.filter { $0.path == "/token" }.map { request in
            request.formItems.first { $0.name == "refresh_token" }?.value
        }
    }
}
