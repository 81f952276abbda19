/// Dates as JSON, queries and forms carry them (RFC 3339): one writer and one reader for all of them.
enum ISO8601Dates {
    /// Why a date has no text.
    static let unwritable = "it is not a date of the years 0 to 9999"

    /// The date in UTC, with milliseconds when there are any; they are rounded, but never into the next second.
    ///
    /// - Returns: nil for a date outside of the years 0 to 9999, which have four digits, and for one that is not finite.
    static func string(from date: Date) -> String? {
        guard let time = Time(date) else { return nil }
        let day = time.day
        return String(unsafeUninitializedCapacity: "2026-01-02T03:04:05.678Z".utf8.count) { buffer in
            var digits = DigitWriter(buffer: buffer)
            digits.write(day)
            digits.write(time.secondOfDay / 3_600, digits: 2, after: "T")
            digits.write(time.secondOfDay / 60 % 60, digits: 2, after: ":")
            digits.write(time.secondOfDay % 60, digits: 2, after: ":")
            if time.milliseconds > 0 { digits.write(time.milliseconds, digits: 3, after: ".") }
            digits.write("Z")
            return digits.count
        }
    }

    /// The day of the date in UTC; nil where ``string(from:)`` is nil.
    static func dayString(from date: Date) -> String? {
        guard let day = Time(date)?.day else { return nil }
        return String(unsafeUninitializedCapacity: "2026-01-02".utf8.count) { buffer in
            var digits = DigitWriter(buffer: buffer)
            digits.write(day)
            return digits.count
        }
    }

    /// The date for a description, which also shows one that has no text.
    static func description(of date: Date) -> String {
        string(from: date) ?? "\(date.timeIntervalSince1970) seconds after 1970"
    }

    /// The date that a text names: with or without a fraction, in any offset, the same on every system.
    static func date(from text: String) -> Date? {
        ISO8601Reader.date(from: text)
    }

    /// The strategy of the default encoder.
    @Sendable static func encode(_ date: Date, to encoder: any Encoder) throws {
        guard let text = string(from: date) else {
            throw EncodingError.refusal(of: date, at: encoder.codingPath, unwritable)
        }
        var container = encoder.singleValueContainer()
        try container.encode(text)
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

extension ISO8601Dates {
    /// A date as whole numbers.
    private struct Time {
        let day: CivilDay
        let secondOfDay: Int
        let milliseconds: Int

        /// Takes a date apart; nil when it isn't one of the years 0 to 9999.
        init?(_ date: Date) {
            let time = date.timeIntervalSince1970
            // From the first second of the year 0 to the last one of 9999. A number that isn't finite is not in it.
            guard time >= -62_167_219_200, time < 253_402_300_800 else { return nil }
            let second = time.rounded(.down)
            milliseconds = min(999, Int(((time - second) * 1000).rounded()))
            // 64 bits also where `Int` has 32.
            let (days, rest) = Int64(second).flooredDivision(by: 86_400)
            day = CivilDay(daysSince1970: Int(days))
            secondOfDay = Int(rest)
        }
    }

    /// Writes numbers of a fixed length.
    private struct DigitWriter {
        let buffer: UnsafeMutableBufferPointer<UInt8>
        private(set) var count = 0

        init(buffer: UnsafeMutableBufferPointer<UInt8>) {
            self.buffer = buffer
        }

        mutating func write(_ day: CivilDay) {
            write(day.year, digits: 4)
            write(day.month, digits: 2, after: "-")
            write(day.day, digits: 2, after: "-")
        }

        mutating func write(_ number: Int, digits: Int, after mark: Unicode.Scalar? = nil) {
            if let mark { write(mark) }
            var rest = number
            for index in (count..<count + digits).reversed() {
                buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            count += digits
        }

        mutating func write(_ scalar: Unicode.Scalar) {
            buffer[count] = UInt8(ascii: scalar)
            count += 1
        }
    }
}
