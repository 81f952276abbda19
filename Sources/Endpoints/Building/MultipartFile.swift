/// A file in the body of an upload, for ``MultipartFormEncoder``.
///
/// A property of this type, an optional or an array of it becomes a part, or parts, under the property's name:
///
/// ```swift
/// struct Avatar: Encodable {
///     var userID: Int
///     var picture: MultipartFile
/// }
/// ```
///
/// Every other encoder gets an error rather than a guess at how to write a file.
public struct MultipartFile: Hashable, Sendable {
    /// Where the bytes are.
    enum Content: Hashable {
        case data(Data)

        var size: Int {
            switch self {
            case .data(let data): data.count
            }
        }
    }

    /// A header of the part.
    struct HeaderField: Hashable {
        let name: Header
        let value: String
    }

    let content: Content
    let headerFields: [HeaderField]

    /// The name that the server is told; nil tells it none.
    public let filename: String?

    /// The media type of the content.
    public let contentType: String

    /// A file whose content is in memory.
    ///
    /// Encoding throws when the content type or a header contains a line break or NUL, or a header's name is no token
    /// (RFC 9110 §5.6.2) or one of the two that the part has anyway: `Content-Disposition` and `Content-Type`.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - filename: The name that the server is told, with any characters: line breaks and quotes are escaped, and it
    ///     is sent as UTF-8 (RFC 7578 §4.2). With nil most servers take the part for a plain field.
    ///   - contentType: The media type; nil means `application/octet-stream`.
    ///   - headers: Further headers of the part, sent in this order.
    public init(
        data: Data,
        filename: String?,
        contentType: String? = nil,
        headers: [(name: Header, value: String)] = []
    ) {
        content = .data(data)
        self.filename = filename
        self.contentType = contentType ?? "application/octet-stream"
        headerFields = headers.map { HeaderField(name: $0.name, value: $0.value) }
    }

    /// Further headers of the part, in the order in which they are sent.
    public var headers: [(name: Header, value: String)] {
        headerFields.map { ($0.name, $0.value) }
    }
}

extension MultipartFile: Encodable {
    /// Hands the file to a ``MultipartFormEncoder``.
    ///
    /// - Throws: `EncodingError.invalidValue` for every other encoder, and for a content type or header that would
    ///   break the part.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? FieldEncoder else { throw refusal(at: encoder.codingPath) }
        try validate(at: encoder.codingPath)
        try encoder.put(.file(self), for: Self.self)
    }
}
