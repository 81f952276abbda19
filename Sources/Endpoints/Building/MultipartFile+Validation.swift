extension MultipartFile {
    /// Checks what is sent as it is: a line break in it would begin a header, or a part, of somebody else's making.
    ///
    /// - Throws: `EncodingError.invalidValue` at `codingPath`.
    func validate(at codingPath: [any CodingKey]) throws {
        guard Self.isHeaderValue(contentType) else {
            throw invalid("The content type of a file contains a line break or NUL", at: codingPath)
        }
        for field in headerFields {
            guard field.name.isValid else {
                throw invalid("The name of a part's header is not a token (RFC 9110 §5.6.2)", at: codingPath)
            }
            guard !Self.ownHeaders.contains(field.name) else {
                throw invalid("\(field.name) is set by the file itself and cannot be set twice", at: codingPath)
            }
            guard Self.isHeaderValue(field.value) else {
                throw invalid("The part's header \(field.name) contains a line break or NUL", at: codingPath)
            }
        }
    }

    /// An error about this file.
    ///
    /// The value that it carries is the file's name, not a copy of its content.
    func invalid(_ description: String, at codingPath: [any CodingKey]) -> EncodingError {
        .invalidValue(
            filename ?? "a file without a name",
            EncodingError.Context(codingPath: codingPath, debugDescription: description)
        )
    }

    private static let ownHeaders: Set<Header> = [.contentDisposition, .contentType]

    /// Looks at bytes, since CR LF is a single `Character`, equal to neither of the two.
    private static func isHeaderValue(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }
}
