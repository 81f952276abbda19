/// Encodes a body as `application/x-www-form-urlencoded`, the way HTML forms and OAuth token requests are sent.
///
/// | value | field |
/// |---|---|
/// | text, numbers, `Bool`, `Date`, `UUID`, `URL`, `Decimal`, raw-value enums | `name=text` |
/// | `Data` | `name=` and its base64 |
/// | nil, an empty array, an empty object | none |
/// | an empty text | `name=` |
/// | an object or dictionary | `a[b]=`, deeper `a[b][c]=` |
/// | an array of texts | `a=1&a=2`, or as ``ParameterStyle/arrays`` says |
/// | an array of objects or arrays | `a[0][b]=`, numbered, so that each stays together |
///
/// Names and values are plain text and are encoded exactly once, a space as `+` and `+` as `%2B` (WHATWG URL §5.2); on
/// the wire the brackets are `%5B` and `%5D`. Structs keep the order of their declaration, dictionaries are sorted by
/// key, so equal bodies have equal bytes.
public struct URLEncodedFormEncoder: Hashable, Sendable {
    /// How arrays, booleans and dates are written.
    public var style: ParameterStyle

    /// Makes an encoder.
    ///
    /// - Parameter style: How arrays, booleans and dates are written. By default a name is repeated for each element, a
    ///   boolean is `true` or `false`, and a date is RFC 3339 in UTC.
    public init(style: ParameterStyle = .standard) {
        self.style = style
    }

    /// The bytes of the form that `value` describes.
    ///
    /// - Parameter value: A struct, class or dictionary.
    /// - Returns: The encoded form; empty when no field has a value.
    /// - Throws: `EncodingError.invalidValue`, with the coding path, for a top level without names, a number that isn't
    ///   finite, a date outside of the years 0 to 9999, or a ``MultipartFile``; and whatever the value's own `encode(to:)`
    ///   throws.
    public func encode(_ value: some Encodable) throws -> Data {
        var bytes = TextBuffer()
        for field in try FieldEncoder.fields(of: value, style: style, encodesDataAsText: true) {
            switch field.content {
            case .text(let text):
                Self.append(name: field.name, to: &bytes)
                PercentEncoding.appendForm(text, to: &bytes)
            case .joined(let texts, let separator):
                Self.append(name: field.name, to: &bytes)
                let separator = PercentEncoding.separator(separator, in: .form)
                for (index, text) in texts.enumerated() {
                    if index > 0 { bytes.append(separator) }
                    PercentEncoding.appendForm(text, to: &bytes)
                }
            case .file(let file):
                throw file.refusal(inFormAt: field.codingPath)
            }
        }
        return bytes.data()
    }

    private static func append(name: String, to bytes: inout TextBuffer) {
        if bytes.count > 0 { bytes.append(UInt8(ascii: "&")) }
        PercentEncoding.appendForm(name, to: &bytes)
        bytes.append(UInt8(ascii: "="))
    }
}

extension URLEncodedFormEncoder: BodyEncoder {
    /// Encodes `value` as a form, with the content type `application/x-www-form-urlencoded`.
    ///
    /// - Throws: As ``encode(_:)`` does.
    public func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
        EncodedBody(data: try encode(value), contentType: "application/x-www-form-urlencoded")
    }
}
