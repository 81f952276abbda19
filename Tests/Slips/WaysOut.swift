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

/// Hands on what another endpoint declares, whatever its types are.
struct Logged<Base: Endpoint>: Endpoint {
    typealias Server = Base.Server
    typealias Response = Base.Response
    static var definition: Definition { Definition(path: "show") }
    static var auth: Base.Auth { Base.auth }
    static var bodyEncoder: Base.BodyEncoding { Base.bodyEncoder }
    var base: Base
    var body: Base.Body { base.body }

    static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        Base.authenticationMethod(for: environment)
    }
    static var anyBodyEncoder: any BodyEncoder { Base.anyBodyEncoder }
    func encodedBody(contentType: String?) throws -> EncodedBody? { try base.encodedBody(contentType: contentType) }
    static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Base.Response {
        try Base.decode(data, from: response)
    }
}

struct Staged<Base: ServerDefinition>: ServerDefinition {
    typealias Environments = Base.Environments
    static var defaultEnvironment: Base.Environments { Base.defaultEnvironment }
    static var auth: Base.Auth { Base.auth }
    static func authenticationMethod(_ auth: Base.Auth) -> any AuthenticationMethod { Base.authenticationMethod(auth) }
}

/// A server may have inputs of these names.
struct Configured: ServerDefinition {
    var options: [String] = []
    var encoder: String { "" }
}
