/// Dates as JSON and parameters carry them (RFC 3339).
enum ISO8601Dates {
    private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let withoutFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: false)

    /// The date in UTC, with milliseconds when there are any; they are rounded, but never into the next second.
    static func string(from date: Date) -> String {
        let second = date.timeIntervalSince1970.rounded(.down)
        let milliseconds = min(999, ((date.timeIntervalSince1970 - second) * 1000).rounded())
        // The formatter cuts off what is below a millisecond, and a binary fraction may lie just below.
        let rounded = Date(timeIntervalSince1970: second + (milliseconds + 0.1) / 1000)
        return rounded.formatted(milliseconds != 0 ? withFraction : withoutFraction)
    }

    /// The day of the date in UTC.
    static func dayString(from date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle().year().month().day())
    }

    /// The date that a text names: with or without a fraction, in any offset, the same on every system.
    static func date(from text: String) -> Date? {
        // The parser lets the 30th of February roll over, and ignores what follows the zone.
        guard let shape = ISO8601Shape(text) else { return nil }
        return try? (shape.hasFraction ? withFraction : withoutFraction).parse(text)
    }

    /// The strategy of the default decoder.
    @Sendable static func date(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = date(from: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not an ISO 8601 date with a time")
        }
        return date
    }
}
