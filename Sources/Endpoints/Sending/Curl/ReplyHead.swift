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
    let hasCookies: Bool
    let hasCodings: Bool
    /// Field lines, each with a line feed at its end.
    let lines: [UInt8]

    /// The fields; those of one name, however it is spelt, are one, with commas between their values (RFC 9110 §5.3).
    var fields: [String: String] {
        var fields: [String: String] = [:]
        var spellings = Spellings()
        eachField { name, value in
            let spelling = spellings.first(of: name)
            let value = Self.text(value)
            if let earlier = fields.updateValue(value, forKey: spelling) { fields[spelling] = "\(earlier), \(value)" }
        }
        return fields
    }

    /// The values of a field, whose name is given in lower case, with commas between them; nil when there is none.
    func value(of name: StaticString) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The values of a field, whose name is given in lower case, as they came.
    func values(of name: StaticString) -> [String] {
        var values: [String] = []
        eachField { other, value in
            if other.isEqual(toLowercase: name) { values.append(Self.text(value)) }
        }
        return values
    }

    private func eachField(_ body: (HeadBytes, HeadBytes) -> Void) {
        lines.withUnsafeBytes { lines in
            var start = 0
            while let end = lines[start...].firstIndex(of: 0x0A), let colon = lines[start..<end].firstIndex(of: 0x3A) {
                body(lines[start..<colon], lines[(colon + 1)..<end].trimmed)
                start = end + 1
            }
        }
    }

    /// The head as the platform has it; nil for an address that it has no response for.
    func response(to url: URL) -> HTTPURLResponse? {
        HTTPURLResponse(
            url: url, statusCode: status, httpVersion: version == .http2 ? "HTTP/2" : "HTTP/1.1", headerFields: fields)
    }

    /// UTF-8, or what else it can be: Latin-1 (RFC 9110 §5.5).
    fileprivate static func text(_ bytes: HeadBytes) -> String {
        String(validating: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }
}

/// The names of a head in the spelling that came first.
private struct Spellings {
    private var names: [String] = []
    private var hashes: [UInt64] = []
    private var places: [UInt64: Int] = [:]

    mutating func first(of bytes: HeadBytes) -> String {
        let hash = bytes.foldedHash
        guard let place = place(of: hash) else {
            let name = ReplyHead.text(bytes)
            names.append(name)
            hashes.append(hash)
            // A head of usual length is searched sooner than a table.
            if names.count == 32 { places = Dictionary(uniqueKeysWithValues: zip(hashes, 0...)) }
            if names.count > 32 { places[hash] = names.count - 1 }
            return name
        }
        return bytes.isEqual(ignoringCase: names[place]) ? names[place] : ReplyHead.text(bytes)
    }

    private func place(of hash: UInt64) -> Int? {
        names.count < 32 ? hashes.firstIndex(of: hash) : places[hash]
    }
}
#endif
