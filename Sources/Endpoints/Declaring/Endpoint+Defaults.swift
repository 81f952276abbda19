extension Endpoint {
    /// The server's options.
    public static var options: RequestOptions { Server.options }

    /// The same authentication in every environment.
    public static func auth(for environment: Server.Environments) -> Auth { auth }

    /// Whether the status code is in `200..<300`.
    public static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool {
        (200..<300).contains(response.statusCode)
    }
}

extension Endpoint where BodyEncoding == any BodyEncoder {
    /// JSON, written by the server's encoder.
    public static var bodyEncoder: any BodyEncoder { Server.encoder }
}

extension Endpoint where Auth == Server.Auth {
    /// The server's authentication.
    public static var auth: Auth {
        AuthInheritance.note()
        return Server.auth
    }

    /// The server's authentication for the environment, unless the endpoint declares an ``auth`` of its own.
    public static func auth(for environment: Server.Environments) -> Auth {
        AuthInheritance.isInherited(by: Self.self) { _ = auth } ? Server.auth(for: environment) : auth
    }
}

extension Endpoint where Body == NoBody {
    /// No body.
    public var body: NoBody { NoBody() }
}
