/// The default reading of a body: by the type that is wanted, not by what the server calls it.
enum BodyDecoding {
    /// Reads a value out of a body.
    ///
    /// - Throws: ``EmptyBody`` when there is nothing where something is needed, else what the decoder throws.
    static func value<Value: Decodable>(
        _ type: Value.Type,
        in data: Data,
        from response: HTTPURLResponse,
        decoder: @autoclosure () -> JSONDecoder
    ) throws -> Value {
        // 204 and 205 have no content, whatever bytes came along (RFC 9110 §15.3.5, §15.3.6).
        let isEmpty = data.isEmpty || response.statusCode == 204 || response.statusCode == 205
        if isEmpty, let optional = Value.self as? any OptionalValue.Type, let value = optional.none as? Value {
            return value
        }
        if let value = data as? Value { return value }
        if Value.self == String.self || Value.self == String?.self,
            let value = try text(data, from: response) as? Value
        {
            return value
        }
        if let value = EmptyResponse() as? Value { return value }
        if isEmpty { throw EmptyBody() }
        return try decoder().decode(Value.self, from: withoutByteOrderMark(data))
    }

    /// The body as text, by the charset that the response declares; UTF-8 without one.
    static func text(_ data: Data, from response: HTTPURLResponse) throws -> String {
        let charset = response.value(forHTTPHeaderField: "Content-Type").flatMap { MediaType($0).charset }
        let encoding = charset.flatMap(TextEncoding.encoding) ?? .utf8
        guard let text = String(data: encoding == .utf8 ? withoutByteOrderMark(data) : data, encoding: encoding) else {
            throw UndecodableText(charset: charset ?? "utf-8")
        }
        return text
    }

    /// A parser may ignore the mark (RFC 8259 §8.1).
    private static func withoutByteOrderMark(_ data: Data) -> Data {
        data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    }
}

/// There was no body where one is needed.
struct EmptyBody: LocalizedError {
    var errorDescription: String? { "there is no body." }
}

/// The body is not text in the character set that it is declared to have.
struct UndecodableText: LocalizedError {
    let charset: String

    var errorDescription: String? { "it is not text in the character set “\(charset)”." }
}
