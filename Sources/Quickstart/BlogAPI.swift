import Endpoints

/// The service: where it is, and what its refusals look like.
///
/// Every call says whose account it is for.
struct BlogAPI: ServerDefinition {
    typealias ErrorResponse = Refusal
    static let auth = CallerAuth()

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        ScriptedAPI.running(in: environment)?.url
    }
}

struct Refusal: Decodable, Sendable {
    let code: String
    let message: String
}

struct Post: Decodable, Sendable {
    let id: Int
    let title: String
}

/// Signing in needs no account yet, so it opts out of authentication.
struct SignIn: Endpoint {
    typealias Server = BlogAPI
    typealias Response = Tokens
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post,
        path: "sign-in",
        parameters: [.form("user", \.user), .form("password", \.password)]
    )
    var user: String
    var password: String
}

/// What the refresh handler sends; it opts out as well, or it would wait for itself.
struct RefreshTokens: Endpoint {
    typealias Server = BlogAPI
    typealias Response = Tokens
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post,
        path: "refresh",
        parameters: [.form("refresh_token", \.refreshToken)]
    )
    var refreshToken: String
}

struct Tokens: Decodable, Sendable {
    let accessToken: String
    let refreshToken: String

    var pair: TokenPair { TokenPair(accessToken: accessToken, refreshToken: refreshToken) }
}

/// A flat endpoint: its properties are its inputs.
struct ListPosts: Endpoint {
    typealias Server = BlogAPI
    typealias Response = [Post]
    static let definition = Definition(
        path: "users/\(\.user)/posts",
        parameters: [.query("tag", \.tags), .query("limit", \.limit)]
    )
    var user: String
    var tags: [String] = []
    var limit: Int?
}

/// A nested endpoint, for those who like their inputs grouped; its body is JSON.
struct AddPost: Endpoint {
    typealias Server = BlogAPI
    typealias Response = Post
    static let definition = Definition(method: .post, path: "users/\(\.pathComponents.user)/posts")

    struct PathComponents: Sendable {
        var user: String
    }

    struct Draft: Encodable, Sendable {
        var title: String
    }

    var pathComponents: PathComponents
    var body: Draft
}

struct ShowPost: Endpoint {
    typealias Server = BlogAPI
    typealias Response = Post
    static let definition = Definition(path: "posts/\(\.id)")
    var id: Int
}

struct WhoAmI: Endpoint {
    typealias Server = BlogAPI
    typealias Response = String
    static let definition = Definition(path: "me")
}
