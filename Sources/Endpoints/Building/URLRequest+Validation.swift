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
            try Self.validateHeader(Header(name), value: value)
        }
    }

    /// Refuses a header field that can't be sent; its value is not shown.
    static func validateHeader(_ header: Header, value: String) throws(EndpointError) {
        let name = header.name
        guard header.isValid else {
            throw .invalidHeader(name, reason: "the name may hold letters, digits and !#$%&'*+-.^_`|~ only")
        }
        // The transport frames the body; a second opinion would let one request be read as two (RFC 9112 §6.3).
        if header == .contentLength || header == .transferEncoding {
            throw .invalidHeader(name, reason: "the transport sets it from the body; remove it")
        }
        guard !value.holdsControlCharacter else {
            throw .invalidHeader(name, reason: "its value holds a line break or another control character")
        }
    }
}

extension String {
    /// Whether there is a control character other than a tab.
    ///
    /// Its bytes are looked at where they are: through an iterator a long value takes eighty times as long.
    fileprivate var holdsControlCharacter: Bool {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
        return utf8.withContiguousStorageIfAvailable { $0.contains(where: isControl) }
            ?? utf8.contains(where: isControl)
    }
}
