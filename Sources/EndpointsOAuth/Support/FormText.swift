/// Single texts in the form of `application/x-www-form-urlencoded`.
enum FormText {
    /// The text, encoded once.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.appendForm(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Single texts in the query of a URL.
enum QueryText {
    /// The text, encoded once.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
