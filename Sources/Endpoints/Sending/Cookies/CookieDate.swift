/// The date of a cookie's `Expires`, in any form that servers have ever written (RFC 6265bis §5.1.1).
enum CookieDate {
    static func date(from text: String) -> Date? {
        var time: [Int]?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found < 70 ? found + 2_000 : found < 100 ? found + 1_900 : found
            }
        }
        guard let time, let day, let month, let year, year > 1_600,
            let civilDay = CivilDay(year: year, month: month, day: day),
            time[0] < 24, time[1] < 60, time[2] < 60
        else { return nil }
        let seconds = civilDay.daysSince1970 * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Three numbers between colons, whatever comes behind them.
    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        let numbers = fields.enumerated().compactMap { place, field in
            place == 2 || field.allSatisfy(isDigit) ? number(field, digits: 1...2) : nil
        }
        return numbers.count == 3 ? numbers : nil
    }

    /// The digits at the beginning, which no other may follow.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let found = token.prefix(while: isDigit)
        return digits.contains(found.count) ? Int(Substring(found)) : nil
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return months.firstIndex(of: Substring(token).prefix(3).lowercased()).map { $0 + 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
