/// Sends a key in a header field; by default `Authorization: Bearer <key>` (RFC 6750 §2.1).
public struct HeaderKeyAuth: AuthenticationMethod {
    private let header: Header
    private let prefix: String?
    private let key: Redacted<String>

    /// Creates the method.
    ///
    /// - Parameters:
    ///   - key: the key. One that is empty or holds a line break is refused when a request is sent.
    ///   - header: the field, `Authorization` by default.
    ///   - prefix: what stands before the key and a space, `Bearer` by default; nil or empty sends the bare key, as in
    ///     `X-API-Key: <key>`.
    public init(key: String, header: Header = .authorization, prefix: String? = "Bearer") {
        self.header = header
        self.prefix = prefix
        self.key = Redacted(key)
    }

    /// Returns the request with the key in its field.
    ///
    /// - Throws: ``EndpointError/invalidHeader(_:reason:)`` for a key that is empty or holds a control character.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        try Self.authenticate(request, key: key.value, header: header, prefix: prefix)
    }

    /// The request with a key in a field; shared by all that send one.
    static func authenticate(
        _ request: URLRequest,
        key: String,
        header: Header,
        prefix: String?
    ) throws(EndpointError) -> URLRequest {
        guard !key.isEmpty else { throw .invalidHeader(header.name, reason: "the key for it is empty") }
        return try request.setting(fieldValue(prefix: prefix, credentials: key), for: header)
    }

    /// A scheme and its credentials (RFC 9110 §11.4), or the credentials alone.
    static func fieldValue(prefix: String?, credentials: String) -> String {
        guard let prefix, !prefix.isEmpty else { return credentials }
        return "\(prefix) \(credentials)"
    }
}

extension AuthenticationMethod where Self == HeaderKeyAuth {
    /// A key in a header field of the given name, without a prefix unless one is given.
    public static func headerKey(_ key: String, header: Header, prefix: String? = nil) -> HeaderKeyAuth {
        HeaderKeyAuth(key: key, header: header, prefix: prefix)
    }
}

extension URLRequest {
    /// The request with one field set; the platform would drop a value that can't be sent, and with it the credentials.
    func setting(_ value: String, for header: Header) throws(EndpointError) -> URLRequest {
        try Self.validateHeader(name: header.name, value: value)
        var request = self
        if request.value(forHTTPHeaderField: header.name) == nil {
            // On Linux setValue looks at every character of the value, which for a token of a kilobyte takes forty times
            // as long as the rest of it.
            var fields = request.allHTTPHeaderFields ?? [:]
            fields[header.name] = value
            request.allHTTPHeaderFields = fields
        } else {
            request.setValue(value, forHTTPHeaderField: header.name)
        }
        return request
    }
}
