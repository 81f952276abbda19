// The protocol lets what an endpoint declares have any type, so that the compiler doesn't pass over it for a default. These
// are the types that fit, and the messages for those that don't.

extension Endpoint where Auth: AuthenticationMethod {
    /// The declared method.
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        auth(for: environment)
    }
}

extension Endpoint where Auth == any AuthenticationMethod {
    /// The declared method.
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        auth(for: environment)
    }
}

extension Endpoint where Auth == Server.Auth {
    /// The declared method, or the server's.
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        Server.authenticationMethod(auth(for: environment))
    }
}

extension Endpoint where Auth == Server.Auth, Auth: AuthenticationMethod {
    /// The server's method, or one of its type.
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        auth(for: environment)
    }
}

extension Endpoint where Auth == Server.Auth, Auth == any AuthenticationMethod {
    /// The server's method, or another one.
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        auth(for: environment)
    }
}

extension Endpoint {
    /// Stands for an `auth` that is no method; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            auth must be an AuthenticationMethod, and not an optional one: declare NoAuth for none, or method.ifAvailable \
            for calls with and without a sign-in. In a module isolated to the main actor by default, mark the type of a \
            method nonisolated.
            """
    )
    public static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod {
        NoAuth()
    }
}

extension Endpoint where BodyEncoding: BodyEncoder {
    /// The declared encoder.
    public static var anyBodyEncoder: any BodyEncoder { bodyEncoder }
}

extension Endpoint where BodyEncoding == any BodyEncoder {
    /// The declared encoder.
    public static var anyBodyEncoder: any BodyEncoder { bodyEncoder }
}

extension Endpoint {
    /// Stands for a `bodyEncoder` that is none; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            bodyEncoder must be a BodyEncoder, and not an optional one. In a module isolated to the main actor by default, \
            mark its type nonisolated.
            """
    )
    public static var anyBodyEncoder: any BodyEncoder { JSONEncoder() }
}

extension Endpoint where Body: Encodable {
    /// The body's bytes.
    public func encodedBody(contentType: String?) throws -> EncodedBody? {
        try RequestBody.encoded(body, by: Self.anyBodyEncoder, contentType: contentType)
    }
}

extension Endpoint where Body == any Encodable & Sendable {
    /// The bytes of whatever the body is.
    public func encodedBody(contentType: String?) throws -> EncodedBody? {
        let body: any Encodable = self.body
        return try RequestBody.encoded(body, by: Self.anyBodyEncoder, contentType: contentType)
    }
}

extension Endpoint where Body == (any Encodable & Sendable)? {
    /// The bytes of whatever the body is, if there is one.
    public func encodedBody(contentType: String?) throws -> EncodedBody? {
        guard let body: any Encodable = self.body else { return nil }
        return try RequestBody.encoded(body, by: Self.anyBodyEncoder, contentType: contentType)
    }
}

extension Endpoint {
    /// Stands for a `body` that can't be encoded; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            body is what is sent, so its type must be Encodable, or any Encodable & Sendable; name an input that isn't the \
            body differently. In a \
            module isolated to the main actor by default, mark the type of the body nonisolated.
            """
    )
    public func encodedBody(contentType: String?) throws -> EncodedBody? { nil }
}

extension Endpoint {
    /// Accepts a declared server.
    public static func serverIsDeclared() {}
}

extension Endpoint where Server == ServerIsNotDeclared {
    /// Stands for a forgotten server; its message is the compiler's.
    @available(*, unavailable, message: "The server is not declared: write “typealias Server = …”.")
    public static func serverIsDeclared() {}
}
