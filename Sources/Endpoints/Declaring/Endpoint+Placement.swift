// A static property that should be one of the value, or the other way round, would be another property, which nobody
// reads: no credentials, no body. So the protocol asks for both, and refuses the wrong one.

/// Stands for a property that an endpoint or a server doesn't declare.
public struct Undeclared: Sendable {}

extension Endpoint where InstanceAuth == Undeclared {
    /// Nothing: the authentication is static.
    public var auth: Undeclared { Undeclared() }
}

extension Endpoint {
    /// Accepts an input of the name.
    public static func authIsStatic() {}
}

extension Endpoint where InstanceAuth: AuthenticationMethod {
    /// Stands for an `auth` of the value; its message is the compiler's.
    @available(
        *, unavailable,
        message: "auth belongs to the type: write “static let auth”, or give the call its method, (with:…, auth:…)."
    )
    public static func authIsStatic() {}
}

extension Endpoint where InstanceAuth == any AuthenticationMethod {
    /// Stands for an `auth` of the value; its message is the compiler's.
    @available(
        *, unavailable,
        message: "auth belongs to the type: write “static let auth”, or give the call its method, (with:…, auth:…)."
    )
    public static func authIsStatic() {}
}

extension Endpoint where InstanceBodyEncoder == Undeclared {
    /// Nothing: the encoder is static.
    public var bodyEncoder: Undeclared { Undeclared() }
}

extension Endpoint {
    /// Accepts an input of the name.
    public static func bodyEncoderIsStatic() {}
}

extension Endpoint where InstanceBodyEncoder: BodyEncoder {
    /// Stands for a `bodyEncoder` of the value; its message is the compiler's.
    @available(*, unavailable, message: "bodyEncoder belongs to the type: write “static let bodyEncoder”.")
    public static func bodyEncoderIsStatic() {}
}

extension Endpoint where InstanceBodyEncoder == any BodyEncoder {
    /// Stands for a `bodyEncoder` of the value; its message is the compiler's.
    @available(*, unavailable, message: "bodyEncoder belongs to the type: write “static let bodyEncoder”.")
    public static func bodyEncoderIsStatic() {}
}

extension Endpoint where StaticBody == Undeclared {
    /// Nothing: the body belongs to the value.
    public static var body: Undeclared { Undeclared() }
}

extension Endpoint {
    /// Accepts a constant of the name, beside a body.
    public static func bodyIsNotStatic() {}
}

extension Endpoint where StaticBody: Encodable, Body == NoBody {
    /// Stands for a `body` of the type; its message is the compiler's.
    @available(*, unavailable, message: "body belongs to the value: write “let body” or “var body”, without static.")
    public static func bodyIsNotStatic() {}
}
