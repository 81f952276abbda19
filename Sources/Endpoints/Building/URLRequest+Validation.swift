extension URLRequest {
    /// Refuses what the platform would drop silently or, worse, put on the wire as it is: a line break in a method or
    /// header name starts a request of its own there (RFC 9112 §11.1).
    func validate() throws(EndpointError) {
        let method = HTTPMethod(rawValue: httpMethod ?? "")
        guard method.isValid else { throw .invalidMethod(method.rawValue) }
        if method.forbidsBody, httpBody != nil || httpBodyStream != nil {
            throw .bodyNotAllowed(method: method.rawValue)
        }
        for (name, value) in allHTTPHeaderFields ?? [:] {
            try Self.validateHeader(name: name, value: value)
        }
    }

    /// Refuses a header field that can't be sent; its value is not shown.
    static func validateHeader(name: String, value: String) throws(EndpointError) {
        let header = Header(name)
        guard header.isValid else {
            throw .invalidHeader(name, reason: "the name may hold letters, digits and !#$%&'*+-.^_`|~ only")
        }
        // The transport frames the body; a second opinion would let one request be read as two (RFC 9112 §6.3).
        if header == .contentLength || header == .transferEncoding {
            throw .invalidHeader(name, reason: "the transport sets it from the body; remove it")
        }
        for byte in value.utf8 where byte < 0x20 && byte != 0x09 || byte == 0x7F {
            throw .invalidHeader(name, reason: "its value holds a line break or another control character")
        }
    }
}
