import Endpoints

// The endpoints of every form: one that opts out and that the refresh handlers name, one that inherits, one that wraps.

struct RefreshTokens: Endpoint {
    typealias Server = API
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .post, path: "token", parameters: [.form("token", \.refreshToken)])
    var refreshToken: String

    struct Response: Decodable, Sendable {
        let accessToken: String
        var pair: TokenPair { TokenPair(accessToken: accessToken) }
    }
}

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = [String]
    static let definition = Definition(path: "users/\(\.userID)/posts")
    var userID: Int
}

struct Search: Endpoint {
    typealias Server = API
    typealias Response = [String]
    static let auth = API.auth.ifAvailable
    static let definition = Definition(path: "search", parameters: [.query("text", \.text)])
    var text: String
}
