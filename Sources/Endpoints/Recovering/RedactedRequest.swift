/// A request as an error may show it: method, URL and header names, with every credential left out.
public struct RedactedRequest: Sendable, Hashable {
    /// The request method.
    public let method: String
    /// The URL; the values of query items that carry credentials are replaced.
    public let url: String
    /// The header fields; values that are or may be credentials are replaced.
    public let headers: [String: String]
    /// The size of the body in bytes; nil when there is none, or its size isn't known.
    public let bodySize: Int?

    init(_ request: URLRequest, hiding credentials: Credentials) {
        method = request.httpMethod ?? "GET"
        url = Redaction.url(request.url, hiding: credentials)
        bodySize = request.httpBody?.count
        var headers = request.allHTTPHeaderFields ?? [:]
        for name in headers.keys where Redaction.isSensitive(header: name) || credentials.contains(header: name) {
            headers[name] = Redacted<Void>.placeholder
        }
        self.headers = headers
    }
}

extension RedactedRequest: CustomStringConvertible {
    /// The method and the URL.
    public var description: String { "\(method) \(url)" }
}
