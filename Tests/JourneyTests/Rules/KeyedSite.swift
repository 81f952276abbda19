import Endpoints

/// The credentials of a server as a type, so that one endpoint serves every row of a table.
protocol Keyed: Sendable {
    associatedtype Auth: AuthenticationMethod
    static var auth: Auth { get }
}

enum HeaderKeyed: Keyed {
    static let auth = HeaderKeyAuth(key: "s3cr3t")
}

enum QueryKeyed: Keyed {
    static let auth = QueryKeyAuth(key: "s3cr3t", name: "key")
}

enum CookieKeyed: Keyed {
    static let auth = CookieAuth(name: "sid", value: "s3cr3t")
}

enum TokenKeyed: Keyed {
    static let auth = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t")) { _ in throw RefreshRejection() }
}

/// A server with credentials.
struct KeyedSite<Key: Keyed>: ServerDefinition {
    typealias Environments = URL
    typealias Auth = Key.Auth

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    static var auth: Key.Auth { Key.auth }
}

/// Has an address of its own, as the link to a next page or to a signed upload.
struct KeyedLink<Key: Keyed>: Endpoint {
    typealias Server = KeyedSite<Key>
    typealias Response = String

    static var definition: Definition { Definition(url: { $0.url }) }

    var url: URL
}

/// The rows of a table: methods that write their secret as it is.
enum KeyedSiteCredential: CaseIterable, Sendable {
    case header, query, cookie, token

    /// The server's method as an argument of a call.
    var method: any AuthenticationMethod {
        switch self {
        case .header: HeaderKeyed.auth
        case .query: QueryKeyed.auth
        case .cookie: CookieKeyed.auth
        case .token: TokenKeyed.auth
        }
    }
}

extension URLSession {
    /// Sends a link of the server that has these credentials.
    func response(
        to url: URL, environment: URL, _ credential: KeyedSiteCredential, auth: (any AuthenticationMethod)?
    ) async throws -> String {
        switch credential {
        case .header: try await response(with: KeyedLink<HeaderKeyed>(url: url), environment: environment, auth: auth)
        case .query: try await response(with: KeyedLink<QueryKeyed>(url: url), environment: environment, auth: auth)
        case .cookie: try await response(with: KeyedLink<CookieKeyed>(url: url), environment: environment, auth: auth)
        case .token: try await response(with: KeyedLink<TokenKeyed>(url: url), environment: environment, auth: auth)
        }
    }
}
