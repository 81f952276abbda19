/// Reads a date with a time and an offset (RFC 3339 §5.6), byte by byte, and nothing besides.
///
/// The day and the time must exist: the 30th of February is no date, never the 2nd of March. Second 60, a leap second
/// (RFC 3339 §5.7), is the first second of the next minute, since a `Date` doesn't count it.
struct ISO8601Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The date that the whole text names; nil when it names none.
    static func date(from text: String) -> Date? {
        text.withContiguousUTF8 { bytes in
            var reader = ISO8601Reader(bytes: bytes)
            return reader.date()
        }
    }

    private mutating func date() -> Date? {
        guard let year = number(4), literal("-"), let month = number(2), literal("-"), let day = number(2),
            let date = CivilDay(year: year, month: month, day: day), literal("T") || literal("t"),
            let hour = number(2), hour <= 23, literal(":"), let minute = number(2), minute <= 59, literal(":"),
            let second = number(2), second <= 60, let fraction = fraction(), let offset = offset(), isAtEnd
        else { return nil }
        // 64 bits also where `Int` has 32.
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The fraction of the second; 0 when there is none, nil when there is a point without digits.
    private mutating func fraction() -> Double? {
        guard literal(".") else { return 0 }
        guard var digits = digit() else { return nil }
        var unit = 10
        while let digit = digit() {
            // What comes after nine digits is smaller than anything that a `Date` can tell apart.
            guard unit < 1_000_000_000 else { continue }
            digits = digits * 10 + digit
            unit *= 10
        }
        return Double(digits) / Double(unit)
    }

    /// The seconds that the local time is ahead of UTC: `Z`, `+hh:mm`, `+hhmm` or `+hh`, up to the 18 hours of a `TimeZone`.
    private mutating func offset() -> Int? {
        if literal("Z") || literal("z") { return 0 }
        let isAhead = literal("+")
        guard isAhead || literal("-"), let hours = number(2) else { return nil }
        var seconds = hours * 3_600
        if !isAtEnd {
            _ = literal(":")
            guard let minutes = number(2), minutes <= 59 else { return nil }
            seconds += minutes * 60
        }
        guard seconds <= 18 * 3_600 else { return nil }
        return isAhead ? seconds : -seconds
    }

    private var isAtEnd: Bool { position == bytes.count }

    private mutating func literal(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    private mutating func digit() -> Int? {
        guard !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Int(bytes[position] - UInt8(ascii: "0"))
    }
}
