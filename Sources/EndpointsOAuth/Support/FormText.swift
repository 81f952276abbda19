/// Single texts in the form of `application/x-www-form-urlencoded`.
enum FormText {
    /// The text, encoded once.
    static func encoded(_ text: String) -> String {
        PercentEncoding.encodedForm(text)
    }
}

/// Single texts in the query of a URL.
enum QueryText {
    /// The text, encoded once.
    static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text)
    }
}
