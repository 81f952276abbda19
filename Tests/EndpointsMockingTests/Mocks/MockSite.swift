import EndpointsMocking

/// A server that nothing listens for: a call that gets through to the network fails.
struct MockSite: ServerDefinition {
    struct ErrorResponse: Codable, Sendable, Equatable { var code: String }
    static let auth = CallerAuth()
    func baseURL(for environment: TypicalEnvironments) -> URL? { URL(string: "http://127.0.0.1:1") }
}

struct Book: Codable, Sendable, Equatable {
    var id: Int
    var title = "Title"
}

struct GetBook: Endpoint {
    typealias Server = MockSite
    typealias Response = Book
    static let definition = Definition(path: "books/\(\.id)")
    var id = 1
}

/// A list of anything: one endpoint, many types.
struct GetAll<Item: Decodable & Sendable>: Endpoint {
    typealias Server = MockSite
    typealias Response = [Item]
    static var auth: NoAuth { NoAuth() }
    static var definition: Definition { Definition(path: "all") }
}

struct AddBook: Endpoint {
    typealias Server = MockSite
    typealias Response = Void
    static let definition = Definition(method: .post, path: "books")
    var body: Book
}

struct OpenBook: Endpoint {
    typealias Server = MockSite
    typealias Response = Book
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "open/\(\.id)")
    var id = 1
}

struct ExchangeBookToken: Endpoint {
    typealias Server = MockSite
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post, path: "token", parameters: [.form("refresh_token", \.refreshToken)])
    var refreshToken: String

    struct Response: Codable, Sendable { var access: String; var refresh: String }
}

extension JWTAuth {
    /// An account of the mocked server.
    static func mocked(_ pair: TokenPair? = TokenPair(accessToken: "A1", refreshToken: "r1")) -> JWTAuth {
        JWTAuth(initialTokens: pair) { token in
            let answer = try await URLSession.shared.response(with: ExchangeBookToken(refreshToken: token))
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
    }
}

/// The account of calls whose authentication doesn't matter.
let anybody = HeaderKeyAuth(key: "key")
