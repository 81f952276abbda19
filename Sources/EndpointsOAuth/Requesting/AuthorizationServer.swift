/// The authorization server as the package sees it: every request names the URL that it goes to.
struct AuthorizationServer: ServerDefinition {
    typealias Environments = URL
    static let auth = CallerAuth()
    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    /// Codes, verifiers, secrets and tokens are in the bodies.
    static let options = RequestOptions(hidesBody: true)
}

/// Asks an endpoint that takes a form.
struct FormRequest: Endpoint {
    typealias Server = AuthorizationServer
    typealias Response = EndpointReply
    typealias ErrorResponse = EndpointReply
    static let definition = Definition(method: .post, url: \.url, headers: [.accept: "application/json"])
    static let bodyEncoder: any BodyEncoder = URLEncodedFormEncoder()
    var url: URL
    var body: FormItems

    /// Some servers answer 200 with an error, so the body decides.
    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { true }

    static func decode(_ data: Data, from response: HTTPURLResponse) -> EndpointReply {
        EndpointReply(data: data, response: response)
    }

    static func decodeError(_ data: Data, from response: HTTPURLResponse) -> EndpointReply {
        EndpointReply(data: data, response: response)
    }
}

/// Asks for a document that describes the server.
struct FetchMetadata: Endpoint {
    typealias Server = AuthorizationServer
    typealias Response = EndpointReply
    typealias ErrorResponse = EndpointReply
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(url: \.url, headers: [.accept: "application/json"])
    var url: URL

    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { true }

    static func decode(_ data: Data, from response: HTTPURLResponse) -> EndpointReply {
        EndpointReply(data: data, response: response)
    }

    static func decodeError(_ data: Data, from response: HTTPURLResponse) -> EndpointReply {
        EndpointReply(data: data, response: response)
    }
}
