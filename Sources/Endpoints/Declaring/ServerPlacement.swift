/// What tells a server's property that should be static from one that it doesn't declare, see ``EndpointPlacement``.
///
/// ``ServerAddress`` refines this protocol; nobody implements it.
public protocol ServerPlacement {
    /// The type of an `auth` that isn't static.
    associatedtype InstanceAuth = Undeclared
    /// The type of an `encoder` that isn't static.
    associatedtype InstanceEncoder = Undeclared
    /// The type of a `decoder` that isn't static.
    associatedtype InstanceDecoder = Undeclared
    /// The type of `options` that aren't static.
    associatedtype InstanceOptions = Undeclared
    /// The type of a `defaultEnvironment` that isn't static.
    associatedtype InstanceEnvironment = Undeclared

    /// Stands for an `auth` that isn't static.
    var auth: InstanceAuth { get }
    /// Stands for an `encoder` that isn't static.
    var encoder: InstanceEncoder { get }
    /// Stands for a `decoder` that isn't static.
    var decoder: InstanceDecoder { get }
    /// Stands for `options` that aren't static.
    var options: InstanceOptions { get }
    /// Stands for a `defaultEnvironment` that isn't static.
    var defaultEnvironment: InstanceEnvironment { get }

    /// Refuses what isn't static.
    static func everythingIsStatic()
}

extension ServerPlacement where InstanceAuth == Undeclared {
    /// Nothing: the authentication is static.
    public var auth: Undeclared { Undeclared() }
}

extension ServerPlacement where InstanceEncoder == Undeclared {
    /// Nothing: the encoder is static.
    public var encoder: Undeclared { Undeclared() }
}

extension ServerPlacement where InstanceDecoder == Undeclared {
    /// Nothing: the decoder is static.
    public var decoder: Undeclared { Undeclared() }
}

extension ServerPlacement where InstanceOptions == Undeclared {
    /// Nothing: the options are static.
    public var options: Undeclared { Undeclared() }
}

extension ServerPlacement where InstanceEnvironment == Undeclared {
    /// Nothing: the default environment is static.
    public var defaultEnvironment: Undeclared { Undeclared() }
}

extension ServerPlacement {
    /// Accepts other properties of these names.
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceAuth: AuthenticationMethod {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceAuth == any AuthenticationMethod {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceEncoder == JSONEncoder {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceDecoder == JSONDecoder {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceOptions == RequestOptions {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}

extension ServerPlacement where InstanceEnvironment: Hashable {
    /// Stands for one that isn't static; its message is the compiler's.
    @available(
        *, unavailable,
        message:
            "A server's auth, encoder, decoder, options and defaultEnvironment belong to the type: declare them static."
    )
    public static func everythingIsStatic() {}
}
