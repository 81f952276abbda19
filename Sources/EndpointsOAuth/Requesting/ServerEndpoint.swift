/// An endpoint of an authorization server: its URL is a value, and any answer is read, whatever its status is.
protocol ServerEndpoint: Endpoint where Server == AuthorizationServer, Response == EndpointReply {
    var url: URL { get }
}

extension ServerEndpoint {
    /// Some servers answer 200 with an error, so the body decides.
    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { true }

    static func decode(_ data: Data, from response: HTTPURLResponse) -> EndpointReply {
        EndpointReply(data: data, response: response)
    }
}

/// Asks an endpoint that takes a form.
struct FormRequest: ServerEndpoint {
    static let definition = Definition(method: .post, url: \.url, headers: [.accept: "application/json"])
    static let bodyEncoder: any BodyEncoder = URLEncodedFormEncoder()
    var url: URL
    var body: FormItems
}

/// Asks for a document that describes the server.
struct FetchMetadata: ServerEndpoint {
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(url: \.url, headers: [.accept: "application/json"])
    var url: URL
}
