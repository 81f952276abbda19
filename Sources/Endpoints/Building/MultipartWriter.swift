/// Writes the parts of a multipart body, byte for byte (RFC 7578 §4, RFC 2046 §5.1.1).
struct MultipartWriter {
    private let delimiter: Data
    private(set) var data = Data()

    /// - Parameters:
    ///   - boundary: What separates the parts.
    ///   - capacity: About how many bytes will be written.
    init(boundary: MultipartBoundary, capacity: Int) {
        delimiter = boundary.delimiter
        data.reserveCapacity(capacity)
    }

    /// Appends a part.
    ///
    /// - Returns: Where in ``data`` the part's own bytes are: headers and content, without the boundary.
    @discardableResult
    mutating func append(_ field: FormField) -> Range<Int> {
        data.append(delimiter)
        append("\r\n")
        let start = data.count
        append("Content-Disposition: form-data; name=\"")
        append(quoted: field.name)
        append("\"")
        switch field.content {
        case .text(let text):
            append("\r\n\r\n")
            append(text)
        case .joined(let texts, let separator):
            append("\r\n\r\n")
            append(texts.joined(separator: separator))
        case .file(let file):
            append(file)
        }
        let end = data.count
        append("\r\n")
        return start..<end
    }

    /// Ends the body.
    mutating func finish() {
        data.append(delimiter)
        append("--\r\n")
    }

    private mutating func append(_ file: MultipartFile) {
        if let filename = file.filename {
            append("; filename=\"")
            append(quoted: filename)
            append("\"")
        }
        append("\r\nContent-Type: \(file.contentType)\r\n")
        for field in file.headerFields {
            append("\(field.name): \(field.value)\r\n")
        }
        append("\r\n")
        switch file.content {
        case .data(let content): data.append(content)
        }
    }

    private mutating func append(_ text: String) {
        data.append(contentsOf: text.utf8)
    }

    /// Escapes the three bytes that would end the quotes or the line, and nothing else, as browsers do: servers undo
    /// neither "%25" nor a backslash (WHATWG HTML §4.10.21.8, which RFC 7578 §4.2 leaves open).
    private mutating func append(quoted text: String) {
        guard text.utf8.contains(where: { Self.escape(of: $0) != nil }) else { return append(text) }
        for byte in text.utf8 {
            if let escape = Self.escape(of: byte) { append(escape) } else { data.append(byte) }
        }
    }

    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\n"): "%0A"
        case UInt8(ascii: "\r"): "%0D"
        case UInt8(ascii: "\""): "%22"
        default: nil
        }
    }
}
