/// A text that has the shape of a date with a time and an offset, and names a day and a time that exist (RFC 3339 §5.6,
/// §5.7).
///
/// Foundation reads the value; it is lenient about both.
struct ISO8601Shape {
    /// Whether the second has a fraction.
    let hasFraction: Bool

    /// Looks at the whole text; nil when it is no such date.
    init?(_ text: String) {
        let reading = text.withContiguousUTF8 { bytes in
            var reading = Reading(bytes: bytes)
            return reading.readAll() ? reading.hasFraction : nil
        }
        guard let reading else { return nil }
        hasFraction = reading
    }
}

extension ISO8601Shape {
    private struct Reading {
        let bytes: UnsafeBufferPointer<UInt8>
        var hasFraction = false
        private var position = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        private var isAtEnd: Bool { position == bytes.count }

        mutating func readAll() -> Bool {
            guard let year = number(4), literal("-"), let month = number(2), (1...12).contains(month), literal("-"),
                let day = number(2), day >= 1, day <= Self.days(in: month, of: year), literal("T"),
                let hour = number(2), hour <= 23, literal(":"), let minute = number(2), minute <= 59, literal(":"),
                let second = number(2), second <= 60
            else { return false }
            if literal(".") {
                guard digit() != nil else { return false }
                while digit() != nil {}
                hasFraction = true
            }
            if literal("Z") || literal("z") { return isAtEnd }
            guard literal("+") || literal("-"), let offset = number(2), offset <= 23 else { return false }
            if isAtEnd { return true }
            _ = literal(":")
            guard let minutes = number(2), minutes <= 59 else { return false }
            return isAtEnd
        }

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

        private static func days(in month: Int, of year: Int) -> Int {
            switch month {
            case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
    }
}
