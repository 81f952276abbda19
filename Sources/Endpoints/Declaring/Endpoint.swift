/// One operation of an API: what is sent, what comes back, and what can go wrong.
///
/// An endpoint is a flat value. Its stored properties are the inputs of the operation, and its static ``definition``
/// says where each of them goes:
///
/// ```swift
/// struct ListPosts: Endpoint {
///     typealias Server = API
///     typealias Response = [Post]
///     static let definition = Definition(path: "users/\(\.userID)/posts", parameters: [.query("page", \.page)])
///     var userID: Int
///     var page: Int?
/// }
///
/// let posts = try await URLSession.shared.response(with: ListPosts(userID: 7))
/// ```
///
/// - Important: A stored property named `body` **is** the request's body: it is encoded and sent. Name any other input
///   differently.
///
/// A generic endpoint writes its definition as a computed property. A generic parameter that is to be the error type needs
/// another name than `ErrorResponse`, and a `typealias ErrorResponse`: the compiler prefers the server's otherwise.
public protocol Endpoint: EndpointPlacement, Sendable {
    /// The service that the operation belongs to.
    ///
    /// A forgotten one is a compile error.
    associatedtype Server: ServerDefinition = ServerIsNotDeclared
    /// What a success carries: `Void`, `Data`, `String`, anything `Decodable`, or what ``decode(_:from:)`` returns.
    associatedtype Response: Sendable = ResponseIsNotDeclared
    /// What a refusal carries; the server's error type unless declared.
    associatedtype ErrorResponse: Sendable = Server.ErrorResponse
    /// The type of the body; ``NoBody`` unless there is a `body` property.
    ///
    /// It is `Encodable`, `Data`, or an optional of these, or `any Encodable & Sendable`. It has no constraint, so that
    /// another type is a compile error that says so, and not an endpoint without a body.
    associatedtype Body = NoBody
    /// The type of ``bodyEncoder``: a ``BodyEncoder``, or any of them.
    associatedtype BodyEncoding = any BodyEncoder
    /// The authentication method, or `any AuthenticationMethod`; the server's unless declared.
    ///
    /// Declare ``NoAuth`` to opt out.
    associatedtype Auth = Server.Auth

    /// The type of ``definition-swift.type.property``, spelt shortly.
    typealias Definition = EndpointDefinition<Self>
    /// The one error type of calls with this endpoint.
    typealias TaskError = EndpointTaskError<ErrorResponse>

    /// Where the inputs go: method, path, parameters and headers.
    ///
    /// Write it as a `static let`; a generic endpoint writes a computed property, which is read once per call.
    static var definition: Definition { get }

    /// The authentication of this operation; inherited from the server by default.
    static var auth: Auth { get }

    /// The authentication for an environment; the server's when it is inherited, else ``auth``.
    static func auth(for environment: Server.Environments) -> Auth

    /// The options of every call with this endpoint; what they leave unset is taken from the server's.
    static var options: RequestOptions { get }

    /// The encoder of ``body``; JSON with the server's encoder by default.
    static var bodyEncoder: BodyEncoding { get }

    /// What is sent as the body.
    ///
    /// `Data` is sent as it is, nil is no body, everything else goes through ``bodyEncoder``. A `String` whose declared
    /// `Content-Type` is not JSON is sent as that text, unless ``bodyEncoder`` is another one than
    /// a `JSONEncoder`.
    var body: Body { get }

    /// Says whether an answer is a success; by default a status code in `200..<300`.
    ///
    /// It sees the body, for services that report errors inside a 200.
    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool

    /// Turns the body of a success into the response; throws when it doesn't fit.
    static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response

    /// Turns the body of a refusal into the error type; throws when it doesn't fit.
    ///
    /// Implement it to give each status code a type of its own.
    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse

    // The defaults of these do what the types above allow, or are the compiler's message. Only a wrapper of another
    // endpoint, whose types are that one's, implements them, by asking it.

    /// ``auth(for:)`` as the package asks for it.
    static func authenticationMethod(for environment: Server.Environments) -> any AuthenticationMethod
    /// ``bodyEncoder`` as the package asks for it.
    static var anyBodyEncoder: any BodyEncoder { get }
    /// The encoded ``body``; nil when there is none.
    ///
    /// - Parameter contentType: the `Content-Type` that the endpoint declares, if it does.
    func encodedBody(contentType: String?) throws -> EncodedBody?

    /// Refuses a `body` that is static.
    static func bodyIsNotStatic()
    /// Refuses an endpoint without a server.
    static func serverIsDeclared()
}

/// Stands for the server that an endpoint forgot to declare.
public struct ServerIsNotDeclared: ServerDefinition {
    /// Creates nothing that a request could be sent to.
    public init() {}
}

/// Stands for the response type that an endpoint forgot to declare; no value of it exists.
public enum ResponseIsNotDeclared: Sendable {}
