// compiles

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

struct FormBody: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    static let bodyEncoder = URLEncodedFormEncoder()
    var body: Draft
}

struct AnyBody: Endpoint {
    typealias Server = API
    typealias Response = Data
    static let definition = Definition(method: .post, path: "show")
    static var bodyEncoder: any BodyEncoder { MultipartFormEncoder() }
    var body: any Encodable & Sendable
}

struct OptionalBody: Endpoint {
    typealias Server = API
    typealias Response = String
    static let definition = Definition(method: .post, path: "show")
    var body: (any Encodable & Sendable)?
}

struct AnyAuth: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(path: "show", parameters: [.query("auth", \.options)])
    static let auth: any AuthenticationMethod = BasicAuth(username: "a", password: "b")
    var options: [String]
}

struct AuthAsInput: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(path: "show", parameters: [.query("auth", \.auth), .query(constant: "v", 2)])
    var auth: String
}

struct OwnDecoding: Endpoint {
    typealias Server = API
    static let definition = Definition(path: "show")
    static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Draft {
        Draft(text: String(decoding: data, as: UTF8.self))
    }
}

struct Shop: ServerDefinition {
    static let auth: any AuthenticationMethod = NoAuth()
    static var defaultEnvironment: Environments { .production }
    var baseURLs: [Environments: URL] { [.production: URL(filePath: "/not-asked")] }
}

enum Place: Hashable, Sendable {
    case home, abroad
}

struct InferredPlaces: ServerDefinition {
    static var defaultEnvironment: Place { .home }
    func baseURL(for environment: Place) -> URL? { nil }
}

struct NamedPlaces: ServerDefinition {
    typealias Environments = Place
    static let defaultEnvironment = Place.home
    var baseURLs: [Place: URL] { [:] }
}

struct Open: Endpoint {
    typealias Server = API
    typealias Response = String
    static let definition = Definition(path: "show")
    static var auth: NoAuth { NoAuth() }
}

func start() throws {
    try URLSession.shared.endpointTask(with: Open()) { print($0) }.resume()
    let _: Place = InferredPlaces.defaultEnvironment
    let _: Place = NamedPlaces.defaultEnvironment
}
