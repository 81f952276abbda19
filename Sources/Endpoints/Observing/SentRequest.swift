/// A request as it was sent, which shows no secret unless it is asked for one.
public struct SentRequest: Sendable {
    /// The request, with its credentials.
    public let urlRequest: URLRequest
    let credentials: Credentials
    /// Whether the body is a secret.
    let hidesBody: Bool

    /// The request as it may be shown.
    public var redacted: RedactedRequest { RedactedRequest(urlRequest, hiding: credentials) }

    /// A command that sends the request from a shell; see <doc:Observing>.
    ///
    /// - Parameter showingSecrets: whether credentials, cookies and secret bodies stand in it; `false` unless given.
    ///   Then a placeholder stands in their places.
    /// - Returns: one command of a POSIX shell, which needs `curl`, and `base64` for a body that is no plain text.
    public func curlCommand(showingSecrets: Bool = false) -> String {
        let body = body(showingSecrets: showingSecrets)
        guard showingSecrets else { return CURLCommand(redacted, body: body).text }
        return CURLCommand(
            method: urlRequest.httpMethod ?? "GET",
            url: urlRequest.url?.absoluteString ?? "",
            headers: urlRequest.allHTTPHeaderFields ?? [:],
            body: body
        ).text
    }

    private func body(showingSecrets: Bool) -> CURLCommand.Body {
        guard let data = urlRequest.httpBody else {
            return urlRequest.httpBodyStream == nil ? .none : .hidden("a stream")
        }
        return hidesBody && !showingSecrets ? .hidden("\(data.count) bytes") : .data(data)
    }
}

extension SentRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL, without credentials.
    public var description: String { "\(redacted)" }

    /// The method and the URL, without credentials.
    public var debugDescription: String { description }

    /// The request as it may be shown.
    public var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }
}
