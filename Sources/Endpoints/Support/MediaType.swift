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
}
