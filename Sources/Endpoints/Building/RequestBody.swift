/// The body that an endpoint's declaration comes to: form fields, or the `body` property, or none.
struct RequestBody {
    let data: Data
    private let encodedType: String

    /// Encodes the body of an endpoint; nil when there is none.
    ///
    /// - Parameter contentType: the `Content-Type` that the endpoint declares, if it does.
    static func make<T: Endpoint>(
        of endpoint: T, by plan: RequestPlan<T>, contentType: String?
    ) throws(EndpointError) -> RequestBody? {
        try plan.checkBody(of: endpoint)
        let encoded = plan.hasBody ? try encoded(endpoint, contentType: contentType) : nil
        if !plan.form.isEmpty {
            guard encoded == nil else { throw .bodyAndForm(endpoint: String(describing: T.self)) }
            var bytes = TextBuffer()
            try plan.form.append(of: endpoint, to: &bytes)
            return RequestBody(
                data: bytes.data(droppingFirst: "&".utf8.count), encodedType: "application/x-www-form-urlencoded")
        }
        return encoded.map { RequestBody(data: $0.data, encodedType: $0.contentType) }
    }

    /// The value of `Content-Type`: the declared one wins, but a multipart body needs its boundary in it.
    func contentType(declared: String?) throws(EndpointError) -> String {
        guard let declared else {
            guard MediaType.isValid(encodedType) else {
                throw .invalidHeader(
                    "Content-Type",
                    reason:
                        "the body's encoder says none that is a media type, such as application/json; declare the header"
                )
            }
            return encodedType
        }
        guard let boundary = MediaType(encodedType).boundary else { return declared }
        let mediaType = MediaType(declared)
        guard mediaType.essence.hasPrefix("multipart/") else {
            throw .invalidHeader("Content-Type", reason: "the body is multipart, so its type must be multipart/… too")
        }
        guard let declaredBoundary = mediaType.boundary else { return "\(declared); boundary=\(boundary)" }
        guard declaredBoundary == boundary else {
            throw .invalidHeader("Content-Type", reason: "its boundary is not the body's; leave the boundary out")
        }
        return declared
    }

    private static func encoded<T: Endpoint>(
        _ endpoint: T, contentType: String?
    ) throws(EndpointError) -> EncodedBody? {
        do {
            return try endpoint.encodedBody(contentType: contentType)
        } catch {
            throw .bodyNotEncodable(endpoint: String(describing: T.self), underlying: error)
        }
    }
}

extension RequestBody {
    /// The bytes of a value: `Data` as it is, nil as none, a text whose declared type is not JSON as that text, and all
    /// else as the encoder writes it.
    static func encoded<Value: Encodable>(
        _ value: Value, by encoder: @autoclosure () -> any BodyEncoder, contentType: String?
    ) throws -> EncodedBody? {
        if Value.self is any OptionalValue.Type {
            if (value as? any OptionalValue)?.isNil == true { return nil }
        } else if Value.self != Data.self, Value.self != String.self {
            return try encoder().encodedBody(for: value)
        }
        if let data = value as? Data { return EncodedBody(data: data, contentType: "application/octet-stream") }
        let encoder = encoder()
        if let contentType, let text = value as? String, encoder is JSONEncoder {
            let type = MediaType(contentType)
            if !type.isJSON { return EncodedBody(data: try bytes(of: text, as: type), contentType: contentType) }
        }
        return try encoder.encodedBody(for: value)
    }

    private static func bytes(of text: String, as type: MediaType) throws -> Data {
        let charset = type.charset ?? "utf-8"
        guard let encoding = TextEncoding.encoding(charset) else { throw UnencodableText.unknownCharset(charset) }
        guard let data = text[...].data(using: encoding) else { throw UnencodableText.outOf(charset: charset) }
        return data
    }
}

/// The body is a text that has no bytes in the declared character set.
enum UnencodableText: LocalizedError {
    case unknownCharset(String)
    case outOf(charset: String)

    var errorDescription: String? {
        switch self {
        case .unknownCharset(let name):
            "its character set “\(name.escapedForDisplay)” is not known here. Declare the body as Data, encoded as it should be."
        case .outOf(let name):
            "the character set “\(name.escapedForDisplay)” has no bytes for one of its characters. Declare utf-8."
        }
    }
}
