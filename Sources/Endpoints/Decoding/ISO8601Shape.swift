/// Whether a text has the shape of a date with a time and an offset, and names a day and a time that exist (RFC 3339
/// §5.6, §5.7).
///
/// Foundation reads the value; it is lenient about both.
struct ISO8601Shape {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Whether the whole text is such a date.
    var isValid: Bool {
        var shape = self
        return shape.readAll()
    }

    private mutating func readAll() -> Bool {
        guard let year = number(4), literal("-"), let month = number(2), (1...12).contains(month), literal("-"),
            let day = number(2), day >= 1, day <= Self.days(in: month, of: year), literal("T"),
            let hour = number(2), hour <= 23, literal(":"), let minute = number(2), minute <= 59, literal(":"),
            let second = number(2), second <= 60
        else { return false }
        if literal(".") {
            let digits = rest.prefix(while: Self.isDigit).count
            guard digits > 0 else { return false }
            rest = rest.dropFirst(digits)
        }
        if literal("Z") || literal("z") { return rest.isEmpty }
        guard literal("+") || literal("-"), let offset = number(2), offset <= 23 else { return false }
        if rest.isEmpty { return true }
        _ = literal(":")
        guard let minutes = number(2), minutes <= 59 else { return false }
        return rest.isEmpty
    }

    private mutating func literal(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
