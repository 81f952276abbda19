/// A media type as `Content-Type` carries it, compared without case and parameters (RFC 9110 §8.3.1).
package struct MediaType {
    /// Type and subtype in lower case.
    package let essence: String
    private let parameters: [String: String]

    /// Reads a field value; what can't be read is left out.
    package init(_ text: String) {
        var parts = text.split(separator: ";", omittingEmptySubsequences: true).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        essence = parts.isEmpty ? "" : parts.removeFirst().lowercased()
        var parameters: [String: String] = [:]
        for part in parts {
            guard let separator = part.firstIndex(of: "=") else { continue }
            let value = part[part.index(after: separator)...].trimmingCharacters(in: .whitespaces)
            let name = part[..<separator].trimmingCharacters(in: .whitespaces).lowercased()
            if parameters[name] == nil { parameters[name] = value.trimmingCharacters(in: ["\""]) }
        }
        self.parameters = parameters
    }

    /// The boundary of a multipart type.
    package var boundary: String? { parameters["boundary"] }

    /// The name of the character set, as it stands there.
    var charset: String? { parameters["charset"] }

    /// Whether it is JSON, or a format made of it (RFC 6839 §3.1).
    var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }

    /// Whether a text is a media type: two tokens with a slash between them, and perhaps parameters.
    ///
    /// It is asked for every body, so it looks at the bytes where they are.
    static func isValid(_ text: String) -> Bool {
        text.withContiguousUTF8 { bytes in
            let essence = bytes.prefix { $0 != UInt8(ascii: ";") }
            guard let slash = essence.firstIndex(of: UInt8(ascii: "/")) else { return false }
            let type = essence[..<slash].drop(while: isSpace)
            let subtype = essence[(slash + 1)...]
            let end = subtype.lastIndex { !isSpace($0) } ?? slash
            return !type.isEmpty && end > slash && type.allSatisfy(\.isTokenCharacter)
                && subtype[...end].allSatisfy(\.isTokenCharacter)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
