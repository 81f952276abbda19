/// What an endpoint of an authorization server answered: fields, as JSON or as a form, whatever its type says.
struct EndpointReply: Sendable {
    let status: Int
    /// The fields as a JSON object; nil when the answer is neither JSON nor a form.
    let json: Data?
    private let body: Redacted<Data>

    init(data: Data, response: HTTPURLResponse) {
        status = response.statusCode
        body = Redacted(data)
        json = Self.object(in: data)
    }

    /// The fields, read anew.
    var fields: [String: Any]? {
        json.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    }

    /// The server's error, when the answer is one; it decides before the status does.
    ///
    /// - Parameter secrets: what was sent, and a server may repeat.
    func serverError(in fields: [String: Any], hiding secrets: [String]) -> OAuthServerError? {
        func text(_ name: String) -> String? {
            (fields[name] as? String).map { text in
                secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: Redacted<Void>.placeholder) }
            }
        }
        guard let code = text("error"), !code.isEmpty else { return nil }
        return OAuthServerError(
            code: code, description: text("error_description"), uri: text("error_uri"), statusCode: status)
    }

    /// Throws when the status is no success, though the answer is no error by its fields.
    func requireSuccess() throws(OAuthError) {
        guard !(200..<300).contains(status) else { return }
        throw .server(OAuthServerError(code: "status \(status)", description: nil, uri: nil, statusCode: status))
    }

    /// The beginning of the answer, without what may be a token.
    var excerpt: String { Excerpt.text(of: body.value) }

    private static func object(in data: Data) -> Data? {
        if let object = try? JSONSerialization.jsonObject(with: data) { return object is [String: Any] ? data : nil }
        // Some answer a form and call it text or HTML, so the content decides; a page has no such shape.
        guard let text = String(data: data, encoding: .utf8), !text.contains("<"), !text.contains(" "),
            text.contains("=")
        else { return nil }
        let form = FormParameters(text.trimmingCharacters(in: .whitespacesAndNewlines))
        return try? JSONSerialization.data(withJSONObject: form.all, options: .sortedKeys)
    }
}
