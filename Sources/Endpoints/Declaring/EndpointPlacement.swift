/// What tells a property that is static by mistake, or isn't, from one that an endpoint doesn't declare.
///
/// It would be another property, which nobody reads: no credentials, no body. So both are asked for, and the wrong one is
/// a compile error. ``Endpoint`` refines this protocol; nobody implements it. The two stand apart for the compiler's sake,
/// which infers the types of one protocol by trying all combinations.
public protocol EndpointPlacement {
    /// The type of an `auth` that isn't static.
    associatedtype InstanceAuth = Undeclared
    /// The type of a `bodyEncoder` that isn't static.
    associatedtype InstanceBodyEncoder = Undeclared
    /// The type of a `body` that is static.
    associatedtype StaticBody = Undeclared

    /// Stands for an `auth` that isn't static.
    var auth: InstanceAuth { get }
    /// Stands for a `bodyEncoder` that isn't static.
    var bodyEncoder: InstanceBodyEncoder { get }
    /// Stands for a `body` that is static.
    static var body: StaticBody { get }

    /// Refuses an `auth` that isn't static.
    static func authIsStatic()
    /// Refuses a `bodyEncoder` that isn't static.
    static func bodyEncoderIsStatic()
}

/// Stands for a property that an endpoint or a server doesn't declare.
public struct Undeclared: Sendable {}

extension EndpointPlacement where InstanceAuth == Undeclared {
    /// Nothing: the authentication is static.
    public var auth: Undeclared { Undeclared() }
}

extension EndpointPlacement {
    /// Accepts an input of the name.
    public static func authIsStatic() {}
}

extension EndpointPlacement where InstanceAuth: AuthenticationMethod {
    /// Stands for an `auth` of the value; its message is the compiler's.
    @available(
        *, unavailable,
        message: "auth belongs to the type: write “static let auth”, or give the call its method, (with:…, auth:…)."
    )
    public static func authIsStatic() {}
}

extension EndpointPlacement where InstanceAuth == any AuthenticationMethod {
    /// Stands for an `auth` of the value; its message is the compiler's.
    @available(
        *, unavailable,
        message: "auth belongs to the type: write “static let auth”, or give the call its method, (with:…, auth:…)."
    )
    public static func authIsStatic() {}
}

extension EndpointPlacement where InstanceBodyEncoder == Undeclared {
    /// Nothing: the encoder is static.
    public var bodyEncoder: Undeclared { Undeclared() }
}

extension EndpointPlacement {
    /// Accepts an input of the name.
    public static func bodyEncoderIsStatic() {}
}

extension EndpointPlacement where InstanceBodyEncoder: BodyEncoder {
    /// Stands for a `bodyEncoder` of the value; its message is the compiler's.
    @available(*, unavailable, message: "bodyEncoder belongs to the type: write “static let bodyEncoder”.")
    public static func bodyEncoderIsStatic() {}
}

extension EndpointPlacement where InstanceBodyEncoder == any BodyEncoder {
    /// Stands for a `bodyEncoder` of the value; its message is the compiler's.
    @available(*, unavailable, message: "bodyEncoder belongs to the type: write “static let bodyEncoder”.")
    public static func bodyEncoderIsStatic() {}
}

extension EndpointPlacement where StaticBody == Undeclared {
    /// Nothing: the body belongs to the value.
    public static var body: Undeclared { Undeclared() }
}

extension Endpoint {
    /// Accepts a constant of the name, beside a body.
    public static func bodyIsNotStatic() {}
}

extension Endpoint where Body == NoBody {
    /// Stands for a `body` of the type; its message is the compiler's.
    @available(*, unavailable, message: "body belongs to the value: write “let body” or “var body”, without static.")
    public static func bodyIsNotStatic() {}
}

extension Endpoint where Body == NoBody, StaticBody == Undeclared {
    /// Accepts no body at all.
    public static func bodyIsNotStatic() {}
}
