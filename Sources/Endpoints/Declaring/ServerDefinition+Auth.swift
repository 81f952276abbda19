extension ServerDefinition where Auth == NoAuth {
    /// No authentication.
    public static var auth: NoAuth { NoAuth() }
}

extension ServerDefinition {
    /// The same authentication in every environment.
    public static func auth(for environment: Environments) -> Auth { auth }
}

extension ServerDefinition where Auth: AuthenticationMethod {
    /// The method itself.
    public static func authenticationMethod(_ auth: Auth) -> any AuthenticationMethod { auth }
}

extension ServerDefinition where Auth == any AuthenticationMethod {
    /// The method itself.
    public static func authenticationMethod(_ auth: Auth) -> any AuthenticationMethod { auth }
}

extension ServerDefinition {
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
    public static func authenticationMethod(_ auth: Auth) -> any AuthenticationMethod { NoAuth() }
}

extension ServerDefinition where InstanceAuthForEnvironment == Undeclared {
    /// Nothing: the function is static.
    public func auth(for environment: Environments) -> Undeclared { Undeclared() }
    /// Accepts what is declared in its place.
    public static func authForEnvironmentIsStatic() {}
}

extension ServerDefinition {
    /// Stands for an `auth(for:)` of the value; its message is the compiler's.
    @available(*, unavailable, message: "A server's auth(for:) belongs to the type: write “static func auth(for:)”.")
    public static func authForEnvironmentIsStatic() {}
}
