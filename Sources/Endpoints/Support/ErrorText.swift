/// Texts of errors that others made.
enum ErrorText {
    /// The sentence of an error.
    ///
    /// A coding error is told by its path and kind: its own text may quote the value. The package's own encoders also say why.
    static func sentence(of error: any Error) -> String {
        switch error {
        case let error as EncodingError: sentence(of: error)
        case let error as DecodingError: sentence(of: error)
        case let error as any LocalizedError: error.errorDescription ?? "\(type(of: error))"
        case let error as URLError: error.localizedDescription
        default: "\(type(of: error))"
        }
    }

    private static func sentence(of error: EncodingError) -> String {
        switch error {
        case .invalidValue(_, let context) where context.underlyingError is EncodingRefusal:
            context.underlyingError.map(sentence) ?? ""
        case .invalidValue(let value as any BinaryFloatingPoint, let context) where !value.isFiniteNumber:
            "\(place(context.codingPath)) can't be encoded: it is a number that is not finite."
        case .invalidValue(let value, let context):
            "a value of type \(type(of: value)) at \(place(context.codingPath)) can't be encoded."
        @unknown default: "a value can't be encoded."
        }
    }

    private static func sentence(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "“\(key.stringValue)” is missing at \(place(context.codingPath))."
        case .valueNotFound(let type, let context):
            "\(place(context.codingPath)) is null where \(type) is needed."
        case .typeMismatch(let type, let context):
            "\(place(context.codingPath)) is not \(type)."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not valid JSON." : "\(place(context.codingPath)) has a value that can't be read."
        @unknown default: "it can't be read."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        Self.path(path).map { "“\($0.escapedForDisplay)”" } ?? "the top level"
    }

    /// A coding path as text, such as `users[0].name`; nil for an empty one.
    static func path(_ path: [any CodingKey]) -> String? {
        guard !path.isEmpty else { return nil }
        let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}

extension BinaryFloatingPoint {
    /// The same as `isFinite`, for a number whose type isn't known.
    fileprivate var isFiniteNumber: Bool { isFinite }
}

extension String {
    /// The text with control characters made visible, so that a message stays one line.
    var escapedForDisplay: String {
        unicodeScalars.map { $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0) }
            .joined()
    }
}
