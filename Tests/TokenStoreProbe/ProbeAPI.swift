import Endpoints

/// The server of the tests, whose address is an argument.
struct ProbeSite: ServerDefinition {
    typealias Environments = URL
    static let auth = CallerAuth()
    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// A request of a round; the answer is the number of the token that was good for it.
struct FetchRound: Endpoint {
    typealias Server = ProbeSite
    typealias Response = String
    static let definition = Definition(path: "rounds/\(\.number)")
    var number: Int
}

/// Presents a refresh token.
struct ExchangeToken: Endpoint {
    typealias Server = ProbeSite
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post, path: "token", parameters: [.form("refresh_token", \.refreshToken)])
    var refreshToken: String

    struct Response: Decodable, Sendable {
        let access: String
        let refresh: String
        let lifetime: Double?

        var pair: TokenPair {
            TokenPair(
                accessToken: access, refreshToken: refresh, expiresAt: lifetime.map { Date(timeIntervalSinceNow: $0) })
        }
    }
}
