/// Dates as header fields carry them (RFC 9110 §5.6.7).
enum HTTPDate {
    /// The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func string(from date: Date) -> String {
        formatter(forms[0]).string(from: date)
    }

    /// Reads any of the three forms that a recipient must accept.
    static func date(from text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespaces)
        for form in forms {
            if let date = formatter(form).date(from: text) { return date }
        }
        return nil
    }

    /// IMF-fixdate, RFC 850 and asctime.
    private static let forms = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    private static func formatter(_ form: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = form
        // Two digits of a year are never more than 50 years ahead (RFC 9110 §5.6.7).
        formatter.twoDigitStartDate = Calendar(identifier: .gregorian).date(byAdding: .year, value: -50, to: Date())
        return formatter
    }
}
