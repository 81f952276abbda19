import EndpointsOAuth

/// The API that the authorization server protects; its address is known only at run time.
struct ResourceAPI: ServerDefinition {
    typealias Environments = URL
    static let auth: CallerAuth = CallerAuth()
    static let defaultEnvironment = AuthorizationServerAddress.plain
}

/// Asks who is signed in.
struct WhoAmI: Endpoint {
    typealias Server = ResourceAPI
    static let definition = Definition(path: "api/me")

    struct Response: Decodable, Sendable {
        let user: String?
    }
}

/// Adds an item, which takes the scope `items:write`.
struct AddItem: Endpoint {
    typealias Server = ResourceAPI
    static let definition = Definition(method: .post, path: "api/items")

    struct Response: Decodable, Sendable {
        let created: Bool
    }
}

/// Asks for nothing but an entry in the server's log.
struct LeaveMark: Endpoint {
    typealias Server = ResourceAPI
    typealias Response = Void
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "healthz")
}
