/// The `Retry-After` field (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The wait that a value asks for: whole seconds, or the time until one of the three date forms.
    ///
    /// A date in the past is no wait; nil for anything else.
    static func duration(from text: String, now: Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(Int64(text) ?? Int64(Int32.max))
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
