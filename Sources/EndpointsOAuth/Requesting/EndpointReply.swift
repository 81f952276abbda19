/// What an endpoint of an authorization server answered: fields, as JSON or as a form, whatever its type says.
struct EndpointReply: Sendable {
    let status: Int
    /// The fields as a JSON object; nil when the answer is neither JSON nor a form.
    let json: Data?
    private let body: Redacted<Data>

    init(data: Data, response: HTTPURLResponse) {
        status = response.statusCode
        body = Redacted(data)
        json = Self.object(in: data, type: response.value(forHTTPHeaderField: Header.contentType.name) ?? "")
    }

    /// The fields, read anew.
    var fields: [String: Any]? {
        json.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    }

    /// The server's error, when the answer is one; it decides before the status does.
    func serverError(in fields: [String: Any]) -> OAuthServerError? {
        guard let code = fields["error"] as? String, !code.isEmpty else { return nil }
        return OAuthServerError(
            code: code, description: fields["error_description"] as? String, uri: fields["error_uri"] as? String,
            statusCode: status)
    }

    /// Throws when the status is no success, though the answer is no error by its fields.
    func requireSuccess() throws(OAuthError) {
        guard !(200..<300).contains(status) else { return }
        throw .server(OAuthServerError(code: "status \(status)", description: nil, uri: nil, statusCode: status))
    }

    /// The beginning of the answer, without what may be a token.
    var excerpt: String { Excerpt.text(of: body.value) }

    private static func object(in data: Data, type: String) -> Data? {
        if let object = try? JSONSerialization.jsonObject(with: data) { return object is [String: Any] ? data : nil }
        // Some answer a form and call it text or HTML, so the content decides; a page has no such shape.
        guard let text = String(data: data, encoding: .utf8), !text.contains("<"), !text.contains(" "),
            text.contains("=")
        else { return nil }
        let form = FormParameters(text.trimmingCharacters(in: .whitespacesAndNewlines))
        return try? JSONSerialization.data(withJSONObject: form.all, options: .sortedKeys)
    }
}

/// The beginning of an answer that can't be read.
enum Excerpt {
    private static let length = 120

    /// Up to 120 characters in one line; what looks like a token or a secret is replaced.
    static func text(of data: Data) -> String {
        let text = String(decoding: data.prefix(4 * length), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace).map { word in
            word.count > 24 || word.contains("token") || word.contains("secret") || word.contains("code")
                ? Redacted<Void>.placeholder : String(word)
        }
        return String(words.joined(separator: " ").prefix(length))
    }
}
