extension Endpoint where Response == Void {
    /// Ignores the body.
    public static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response { () }
}

extension Endpoint where Response: Decodable {
    /// Reads the body by the response's type: `Data` as it is, `String` by the declared charset, ``EmptyResponse`` from
    /// anything, an optional as nil when there is no body, and everything else as JSON with the server's decoder.
    ///
    /// `String?` and `Data?` are taken as they are too, so a body of `null` is the text `null`.
    public static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response {
        try BodyDecoding.value(Response.self, in: data, from: response, decoder: Server.decoder)
    }
}

extension Endpoint {
    /// Stands for a `Response` that none of the defaults fits; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            Response must be Void, Data, String or Decodable, or the endpoint must declare decode(_:from:). In a module \
            isolated to the main actor by default, mark the response type nonisolated.
            """
    )
    public static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response {
        throw EmptyBody()
    }
}

extension Endpoint where Response == ResponseIsNotDeclared {
    /// Stands for a forgotten `Response`; its message is the compiler's.
    @available(
        *,
        unavailable,
        message: """
            The response is not declared: write “typealias Response = …”, with Void for an answer that says nothing, or \
            declare decode(_:from:).
            """
    )
    public static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Response {
        throw EmptyBody()
    }
}

extension Endpoint where ErrorResponse == Server.ErrorResponse {
    /// Reads the error body as the server does.
    public static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        try Server.decodeError(data, from: response)
    }
}

extension Endpoint where ErrorResponse: Decodable {
    /// Reads the error body by its type, as ``decode(_:from:)`` does a response.
    public static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        try BodyDecoding.value(ErrorResponse.self, in: data, from: response, decoder: Server.decoder)
    }
}

extension Endpoint where ErrorResponse == Server.ErrorResponse, ErrorResponse: Decodable {
    /// Reads the error body as the server does.
    public static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        try Server.decodeError(data, from: response)
    }
}
