/// Where a service is found and how it speaks: everything of a server but its authentication.
///
/// Conform to ``ServerDefinition``, which refines this protocol. The two stand apart for the compiler's sake: an
/// authentication method whose refresh handler names one of the server's own endpoints would otherwise be a circular
/// reference.
public protocol ServerAddress: ServerPlacement, Sendable {
    /// The environments that the service runs in; ``TypicalEnvironments`` unless declared.
    associatedtype Environments: Hashable & Sendable = TypicalEnvironments
    /// What the service answers when it refuses; ``EmptyResponse``, which accepts any body, unless declared.
    associatedtype ErrorResponse: Sendable = EmptyResponse

    /// Creates the definition; it holds no state of its own.
    init()

    /// The base URL of each environment; empty by default.
    ///
    /// A base URL's path and query are kept in every request.
    var baseURLs: [Environments: URL] { get }

    /// Returns the base URL of an environment, or nil where the service doesn't exist.
    ///
    /// By default it looks in ``baseURLs``; when `Environments` is `URL`, the environment is the base URL itself.
    func baseURL(for environment: Environments) -> URL?

    /// Changes a request as the last step of building, before authentication; does nothing by default.
    func process(_ request: inout URLRequest)

    /// The environment of calls that name none; ``TypicalEnvironments/production`` by default.
    static var defaultEnvironment: Environments { get }

    /// The encoder of JSON bodies; by default a fresh one that writes dates by RFC 3339, with milliseconds.
    static var encoder: JSONEncoder { get }

    /// The decoder of JSON answers; by default a fresh one that reads ISO 8601 dates with or without a fraction.
    static var decoder: JSONDecoder { get }

    /// Turns the body of a refusal into the error type; throws when it doesn't fit.
    ///
    /// Decodes JSON by default.
    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse

    /// The options of every call to the service; an endpoint's and a call's own come before them.
    static var options: RequestOptions { get }
}

/// A service: its base URLs, its error type, its coders, and the authentication that its endpoints inherit.
///
/// ```swift
/// struct API: ServerDefinition {
///     static let auth: JWTAuth = .init { refreshToken in … }
///     var baseURLs: [Environments: URL] { [.production: productionURL] }
/// }
/// ```
///
/// Write a reference type such as ``JWTAuth`` as an annotated `static let`: one shared instance is what lets concurrent
/// requests share one refresh, and the annotation spares the compiler a circular inference.
public protocol ServerDefinition: ServerAddress {
    /// The authentication method that endpoints inherit, or `any AuthenticationMethod`; ``NoAuth`` unless declared.
    associatedtype Auth = NoAuth

    /// The authentication of the service's endpoints.
    static var auth: Auth { get }

    /// The authentication for an environment, where credentials differ per environment; ``auth`` by default.
    static func auth(for environment: Environments) -> Auth

    /// The type of an `auth(for:)` that isn't static, by mistake.
    associatedtype InstanceAuthForEnvironment = Undeclared
    /// Stands for an `auth(for:)` that isn't static.
    func auth(for environment: Environments) -> InstanceAuthForEnvironment
    /// Refuses an `auth(for:)` that isn't static.
    static func authForEnvironmentIsStatic()

    /// The method that a value of ``auth`` is.
    ///
    /// Only a wrapper of another server, whose type it has, implements it, by asking that one.
    static func authenticationMethod(_ auth: Auth) -> any AuthenticationMethod
}
