/// Why a value can't be encoded, in words that may be shown: they name its place and hold no value.
///
/// It travels inside an `EncodingError`. Such an error's own text can't be shown, since anybody's encoder may have made it
/// and may quote the value.
struct EncodingRefusal: LocalizedError {
    /// Where the value is: the name of a part or field, or the path in JSON; nil for the body itself.
    let place: String?
    /// What is wrong with it.
    let reason: String

    /// The sentence, which names place and reason.
    var errorDescription: String? {
        "\(place.map { "“\($0.escapedForDisplay)”" } ?? "it") can't be encoded: \(reason)."
    }
}

extension EncodingError {
    /// An error about a value of a form, whose place is named as its field is: `user[address][city]`, `pictures[1]`.
    ///
    /// - Parameters:
    ///   - value: what the error carries; what may be secret is represented by its type.
    ///   - codingPath: where it is.
    ///   - reason: what is wrong, without a value.
    static func refusal(of value: Any, inFormAt codingPath: [any CodingKey], _ reason: String) -> EncodingError {
        let inner = codingPath.dropFirst().map { "[\($0.intValue.map(String.init) ?? $0.stringValue)]" }
        let name = codingPath.first.map { $0.stringValue + inner.joined() }
        return refusal(of: value, at: codingPath, EncodingRefusal(place: name, reason: reason))
    }

    /// An error about a value of JSON, or of a format that isn't known.
    static func refusal(of value: Any, at codingPath: [any CodingKey], _ reason: String) -> EncodingError {
        refusal(of: value, at: codingPath, EncodingRefusal(place: ErrorText.path(codingPath), reason: reason))
    }

    private static func refusal(
        of value: Any, at codingPath: [any CodingKey], _ refusal: EncodingRefusal
    ) -> EncodingError {
        let text = refusal.errorDescription ?? refusal.reason
        return .invalidValue(
            value, Context(codingPath: codingPath, debugDescription: text, underlyingError: refusal))
    }
}
