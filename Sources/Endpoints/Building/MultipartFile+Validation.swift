extension MultipartFile {
    /// Checks what is sent as it is: a line break in it would begin a header, or a part, of somebody else's making.
    ///
    /// - Throws: `EncodingError.invalidValue` at `codingPath`.
    func validate(at codingPath: [any CodingKey]) throws {
        guard Self.isHeaderValue(contentType) else {
            throw invalid("the content type of the file contains a line break or NUL", at: codingPath)
        }
        for field in headerFields {
            guard field.name.isValid else {
                throw invalid("the name of a header of the part is not a token (RFC 9110 §5.6.2)", at: codingPath)
            }
            guard !Self.ownHeaders.contains(field.name) else {
                throw invalid("the file sets \(field.name) itself; remove it from the headers", at: codingPath)
            }
            guard Self.isHeaderValue(field.value) else {
                throw invalid("the part's header \(field.name) contains a line break or NUL", at: codingPath)
            }
        }
    }

    /// An error about this file.
    ///
    /// The value that it carries is the file's name, not a copy of its content.
    private func invalid(_ reason: String, at codingPath: [any CodingKey]) -> EncodingError {
        .refusal(of: shownValue, inFormAt: codingPath, reason)
    }

    private var shownValue: String { filename ?? "a file without a name" }

    /// What a form that can't send files throws.
    func refusal(inFormAt codingPath: [any CodingKey]) -> EncodingError {
        .refusal(of: shownValue, inFormAt: codingPath, Self.refusalReason)
    }

    /// What an encoder of another format throws.
    func refusal(at codingPath: [any CodingKey]) -> EncodingError {
        .refusal(of: shownValue, at: codingPath, Self.refusalReason)
    }

    private static let refusalReason =
        "only MultipartFormEncoder sends a MultipartFile, and other formats take Data or text"

    private static let ownHeaders: Set<Header> = [.contentDisposition, .contentType]

    /// Looks at bytes, since CR LF is a single `Character`, equal to neither of the two.
    private static func isHeaderValue(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }
}
