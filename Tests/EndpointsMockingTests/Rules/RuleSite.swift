import EndpointsMocking

/// A server that is nowhere, or where a test says.
struct RuleSite: ServerDefinition {
    enum Environments: Hashable, Sendable {
        case nowhere
        case at(URL)
    }

    struct ErrorResponse: Codable, Sendable, Equatable { var code: String }

    static let auth = CallerAuth()
    static var defaultEnvironment: Environments { .nowhere }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    func baseURL(for environment: Environments) -> URL? {
        if case .at(let url) = environment { url } else { URL(string: "http://127.0.0.1:1") }
    }
}

struct Item: Codable, Sendable, Equatable {
    var id: Int
    var pageCount = 3
}

struct FetchItem: Endpoint {
    typealias Server = RuleSite
    typealias Response = Item
    static let definition = Definition(path: "items/\(\.id)", parameters: [.query("page", \.page)])
    var id = 1
    var page: Int?
}

struct OpenItem: Endpoint {
    typealias Server = RuleSite
    typealias Response = Item
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "open/\(\.id)")
    var id = 1
}

struct OpenBytes: Endpoint {
    typealias Server = RuleSite
    typealias Response = Data
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "bytes")
}

struct LookUp: Endpoint {
    typealias Server = RuleSite
    typealias Response = Data
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .head, path: "bytes")
}

struct StoreItem: Endpoint {
    typealias Server = RuleSite
    typealias Response = Void
    static let definition = Definition(method: .post, path: "items")
    var body: Item
}

struct SendForm: Endpoint {
    typealias Server = RuleSite
    typealias Response = Void
    static let definition = Definition(
        method: .post, path: "form", parameters: [.form("name", \.name), .form("tags", \.tags)])
    var name = "天狗 & 1+1=2"
    var tags = ["a b", "c"]
}

struct SendFiles: Endpoint {
    struct Body: Encodable, Sendable {
        var title = "天狗\r\n"
        var raw = Data([0, 13, 10, 255])
        var file = MultipartFile(data: Data([0, 13, 10, 45, 45, 255]), filename: "a\"b.png", contentType: "image/png")
    }

    typealias Server = RuleSite
    typealias Response = Void
    static let definition = Definition(method: .put, path: "files")
    static var bodyEncoder: any BodyEncoder { MultipartFormEncoder(boundary: "edge") }
    var body = Body()
}

struct ListOf<Element: Decodable & Sendable>: Endpoint {
    typealias Server = RuleSite
    typealias Response = [Element]
    static var auth: NoAuth { NoAuth() }
    static var definition: Definition { Definition(path: "list") }
}

struct RenewTokens: Endpoint {
    struct Response: Codable, Sendable { var access: String; var refresh: String }

    typealias Server = RuleSite
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .post, path: "token", parameters: [.form("token", \.token)])
    var token: String
}

extension JWTAuth {
    /// An account whose refresh asks the server.
    static func ruled(
        _ pair: TokenPair? = TokenPair(accessToken: "A1", refreshToken: "r1"),
        at place: RuleSite.Environments = .nowhere
    ) -> JWTAuth {
        JWTAuth(initialTokens: pair) { token in
            let answer = try await URLSession.shared.response(with: RenewTokens(token: token), environment: place)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
    }
}

extension Result {
    /// The error, where there is one.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension EndpointTaskError {
    /// The code of a failure on the way.
    var transportCode: TransportFailure.Code? {
        if case .transportError(let failure) = self { failure.code } else { nil }
    }

    var isAuthenticationError: Bool {
        if case .authenticationError = self { true } else { false }
    }
}
