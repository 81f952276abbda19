#if canImport(CEndpointsCurl)
/// The head of a server's answer, whose fields are made into text when somebody asks.
struct ReplyHead: Sendable {
    enum Version: Sendable {
        case http1, http2
    }

    let status: Int
    let version: Version
    /// The length that the server tells; nil where it tells none, or the body comes in chunks.
    let contentLength: Int?
    /// Field lines, each with a line feed at its end.
    let lines: [UInt8]

    /// The fields; those of one name, however it is spelt, are one, with commas between their values (RFC 9110 §5.3).
    var fields: [String: String] {
        var fields: [String: String] = [:]
        var spellings: [String: String] = [:]
        for line in lines.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let name = Self.text(line[..<colon])
            let value = Self.text(line[(colon + 1)...].trimmingBlanks)
            let spelling = spellings[name.lowercased()] ?? name
            if let earlier = fields.updateValue(value, forKey: spelling) {
                fields[spelling] = "\(earlier), \(value)"
            } else {
                spellings[name.lowercased()] = name
            }
        }
        return fields
    }

    /// The head as the platform has it; nil for an address that it has no response for.
    func response(to url: URL) -> HTTPURLResponse? {
        HTTPURLResponse(
            url: url, statusCode: status, httpVersion: version == .http2 ? "HTTP/2" : "HTTP/1.1", headerFields: fields)
    }

    /// UTF-8, or what else it can be: Latin-1 (RFC 9110 §5.5).
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return []
        }
        return self[first...last]
    }
}
#endif
