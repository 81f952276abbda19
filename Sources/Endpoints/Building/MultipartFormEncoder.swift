/// Encodes a body as `multipart/form-data`, for uploads (RFC 7578).
///
/// Each property is a part, in the order of declaration. Text, numbers, booleans and dates are parts without a content
/// type; `Data` is one with `application/octet-stream` and no file name; a ``MultipartFile`` says its own. Nil and an
/// empty array have no part. An array repeats its name, objects and dictionaries become `a[b]`, and arrays of objects
/// `a[0][b]`, as with ``URLEncodedFormEncoder``. Nothing in a part is escaped, so a joined array has the separator as it
/// is, also where a value holds it.
///
/// In names and file names a line feed is sent as `%0A`, a carriage return as `%0D` and a quote as `%22`, the rest as
/// UTF-8, so no name can add a header or a part.
public struct MultipartFormEncoder: Hashable, Sendable {
    /// The boundary of every body; nil makes a new one for each.
    public var boundary: String?

    /// How arrays, booleans and dates are written.
    ///
    /// Files of an array are never joined.
    public var style: ParameterStyle

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - boundary: Nil, the default, takes a new one from the system's random generator for each body. An own one,
    ///     for reproducible bytes, has 1 to 70 letters, digits and "-"; it is checked when a body is encoded.
    ///   - style: How arrays, booleans and dates are written. By default a name is repeated for each element, a boolean
    ///     is `true` or `false`, and a date is RFC 3339 in UTC.
    public init(boundary: String? = nil, style: ParameterStyle = .standard) {
        self.boundary = boundary
        self.style = style
    }

    private func makeBoundary() throws -> MultipartBoundary {
        guard let boundary else { return .random() }
        guard let valid = MultipartBoundary(boundary) else {
            throw EncodingError.refusal(
                of: boundary, inFormAt: [], "the boundary of the encoder is not 1 to 70 letters, digits and hyphens")
        }
        return valid
    }

    /// Only an own boundary can be known to whoever chose the content, and only it may be short.
    private func check(_ part: Range<Int>, of data: Data, for boundary: MultipartBoundary, _ field: FormField) throws {
        guard self.boundary != nil, data.range(of: boundary.delimiter, in: part) != nil else { return }
        throw EncodingError.refusal(
            of: boundary.text, inFormAt: field.codingPath, "it contains the boundary of the multipart body")
    }
}

extension MultipartFormEncoder: BodyEncoder {
    /// Encodes `value` as parts, with the content type `multipart/form-data` and its boundary.
    ///
    /// - Parameter value: A struct, class or dictionary.
    /// - Throws: `EncodingError.invalidValue` for a top level without names, a number that isn't finite, a date outside of
    ///   the years 0 to 9999, a file whose content type or headers would break its part, and an own boundary that isn't
    ///   valid or occurs, after two hyphens, in a part; and whatever the value's own `encode(to:)` throws.
    public func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
        let boundary = try makeBoundary()
        let fields = try FieldEncoder.fields(of: value, style: style, encodesDataAsText: false)
        let capacity = fields.reduce(into: 100) { $0 += $1.approximateSize }
        var writer = MultipartWriter(boundary: boundary, capacity: capacity)
        for field in fields {
            let part = writer.append(field)
            try check(part, of: writer.data, for: boundary, field)
        }
        writer.finish()
        return EncodedBody(data: writer.data, contentType: "multipart/form-data; boundary=\(boundary.text)")
    }
}
