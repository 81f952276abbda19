import Endpoints

/// A strict parser of RFC 2046 §5.1.1, written without the library; nil for anything that is not exactly a body.
enum MultipartParser {
    /// A part as a server sees it: names are as sent, with their escapes.
    struct Part {
        var headers: [(name: String, value: String)]
        var name: String
        var filename: String?
        var content: Data
    }

    static func parse(_ body: EncodedBody) -> [Part]? {
        let prefix = "multipart/form-data; boundary="
        guard body.contentType.hasPrefix(prefix) else { return nil }
        let delimiter = Data(("--" + body.contentType.dropFirst(prefix.count)).utf8)
        let lineBreak = Data("\r\n".utf8)
        guard body.data.starts(with: delimiter) else { return nil }
        var rest = body.data.dropFirst(delimiter.count)
        var parts: [Part] = []
        while rest.starts(with: lineBreak) {
            rest = rest.dropFirst(2)
            guard let end = rest.range(of: lineBreak + delimiter) else { return nil }
            guard let part = parsePart(rest[..<end.lowerBound]) else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
        }
        return rest == Data("--\r\n".utf8) ? parts : nil
    }

    private static func parsePart(_ part: Data) -> Part? {
        guard let blank = part.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
        var headers: [(name: String, value: String)] = []
        for line in head.components(separatedBy: "\r\n") {
            guard let colon = line.range(of: ": ") else { return nil }
            headers.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
        }
        guard let disposition = headers.first, disposition.name == "Content-Disposition" else { return nil }
        // Quotes are escaped, so those that are left delimit.
        let pieces = disposition.value.components(separatedBy: "\"")
        guard pieces.count == 3 || pieces.count == 5, pieces[0] == "form-data; name=", pieces.last == "" else {
            return nil
        }
        if pieces.count == 5, pieces[2] != "; filename=" { return nil }
        let filename = pieces.count == 5 ? pieces[3] : nil
        return Part(headers: headers, name: pieces[1], filename: filename, content: Data(part[blank.upperBound...]))
    }
}
