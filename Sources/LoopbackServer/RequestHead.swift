/// The request line and the header lines of a request.
struct RequestHead {
    /// How the end of the body is told.
    enum Framing {
        /// After so many bytes.
        case length(Int)
        /// By a last chunk.
        case chunked
    }

    /// The method.
    let method: String
    /// The request target.
    let target: String
    /// The protocol version.
    let version: String
    /// The header lines in their order.
    let headers: [(name: String, value: String)]
    /// How the end of the body is told.
    let framing: Framing
    /// Whether the client waits for a word before it sends the body.
    let expectsContinue: Bool

    /// Reads a head, from the first byte of its request line to the empty line at its end.
    init(_ bytes: UnsafeRawBufferPointer) throws(RequestFailure) {
        var lines = HeaderLines(bytes)
        guard let line = try lines.next() else { throw RequestFailure("no request line") }
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last else {
            throw RequestFailure("the request line has not three parts")
        }
        let method = line[..<first]
        let target = line[(first + 1)..<last]
        guard HeaderLines.isToken(method) else { throw RequestFailure("the method is not a token") }
        guard !target.isEmpty, target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw RequestFailure("the target is empty or has a character it must not have")
        }
        version = String(decoding: line[(last + 1)...], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw RequestFailure(status: version.hasPrefix("HTTP/") ? 505 : 400, "not a version of HTTP/1")
        }
        self.method = String(decoding: method, as: UTF8.self)
        self.target = String(decoding: target, as: UTF8.self)
        headers = try lines.fields()
        (framing, expectsContinue) = try Self.meaning(of: headers, version: version)
    }

    private static func meaning(
        of headers: [(name: String, value: String)], version: String
    ) throws(RequestFailure) -> (Framing, Bool) {
        var hosts = 0
        var length: Int?
        var codings: [String] = []
        var expectsContinue = false
        for (name, value) in headers {
            // The length of the name decides almost always, before any letters are compared.
            switch name.utf8.count {
            case 4 where HeaderText.isSame(name, "Host"):
                hosts += 1
            case 6 where HeaderText.isSame(name, "Expect"):
                expectsContinue = HeaderText.isSame(value, "100-continue")
            case 14 where HeaderText.isSame(name, "Content-Length"):
                guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value),
                    length == nil || length == number
                else { throw RequestFailure("the Content-Length is not one number") }
                length = number
            case 17 where HeaderText.isSame(name, "Transfer-Encoding"):
                codings += HeaderText.options(of: value)
            default:
                break
            }
        }
        guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else {
            throw RequestFailure("there is not exactly one Host")
        }
        guard !codings.isEmpty else { return (.length(length ?? 0), expectsContinue) }
        guard length == nil else { throw RequestFailure("both a Content-Length and a Transfer-Encoding") }
        guard codings.count == 1, HeaderText.isSame(codings[0], "chunked") else {
            throw RequestFailure(status: 501, "a Transfer-Encoding other than chunked")
        }
        return (.chunked, expectsContinue)
    }
}
