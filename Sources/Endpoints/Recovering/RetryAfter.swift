/// The `Retry-After` field (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The wait that an answer asks for; nil when it asks for none that can be read.
    ///
    /// A date is compared with the answer's own `Date`, where it has one, since the device's clock may be wrong.
    static func duration(in response: HTTPURLResponse, now: Date) -> Duration? {
        response.value(forHTTPHeaderField: Header.retryAfter.name).flatMap { text in
            let date = response.value(forHTTPHeaderField: Header.date.name).flatMap { HTTPDate.date(from: $0) }
            return duration(from: text, now: date ?? now)
        }
    }

    /// The wait that a value asks for: whole seconds, or the time until one of the three date forms.
    ///
    /// A date in the past is no wait; nil for anything else.
    static func duration(from text: String, now: Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(Int64(text) ?? Int64.max).bounded
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
