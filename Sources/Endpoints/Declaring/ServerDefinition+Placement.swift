// A server's coders, options and authentication are static. One that belongs to the value would be another property,
// which nobody reads, so the protocols ask for it, and refuse it.

extension ServerAddress where InstanceEncoder == Undeclared {
    /// Nothing: the encoder is static.
    public var encoder: Undeclared { Undeclared() }
}

extension ServerAddress where InstanceDecoder == Undeclared {
    /// Nothing: the decoder is static.
    public var decoder: Undeclared { Undeclared() }
}

extension ServerAddress where InstanceOptions == Undeclared {
    /// Nothing: the options are static.
    public var options: Undeclared { Undeclared() }
}

extension ServerAddress {
    /// Stands for a coder or options of the value; its message is the compiler's.
    @available(
        *, unavailable, message: "A server's encoder, decoder and options belong to the type: declare them static."
    )
    public static func codersAndOptionsAreStatic() {}
}

extension ServerAddress
where InstanceEncoder == Undeclared, InstanceDecoder == Undeclared, InstanceOptions == Undeclared {
    /// Accepts what is declared in its place.
    public static func codersAndOptionsAreStatic() {}
}

extension ServerDefinition where InstanceAuth == Undeclared {
    /// Nothing: the authentication is static.
    public var auth: Undeclared { Undeclared() }
    /// Accepts what is declared in its place.
    public static func authIsStatic() {}
}

extension ServerDefinition {
    /// Stands for an `auth` of the value; its message is the compiler's.
    @available(*, unavailable, message: "A server's auth belongs to the type: write “static let auth”.")
    public static func authIsStatic() {}
}
