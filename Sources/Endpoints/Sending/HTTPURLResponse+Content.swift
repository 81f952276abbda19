extension HTTPURLResponse {
    /// Whether a body may come with the status (RFC 9110 §6.4.1, §15.3.6); an interim answer has none either.
    var mayHaveContent: Bool { statusCode >= 200 && ![204, 205, 304].contains(statusCode) }
}
