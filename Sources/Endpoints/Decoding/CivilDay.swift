/// A day of the Gregorian calendar, which also counts the years before the calendar began (proleptic, ISO 8601).
///
/// It counts days in whole numbers, so that a date has the same text on every system and in every time zone.
struct CivilDay: Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// Names a day; nil when the month or the day doesn't exist.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Finds the day that comes a number of days after 1 January 1970, or before it.
    init(daysSince1970 days: Int) {
        // Counted from the first day of the year 1: the leap day ends each group of years that is counted off here.
        let (cycle, dayOfCycle) = (days + Self.daysBefore1970).flooredDivision(by: Self.daysOf400Years)
        // The last century of a cycle is a day longer, and so is the last year of four.
        let century = min(dayOfCycle / Self.daysOf100Years, 3)
        let dayOfCentury = dayOfCycle - century * Self.daysOf100Years
        let (four, dayOfFour) = dayOfCentury.quotientAndRemainder(dividingBy: Self.daysOf4Years)
        let yearOfFour = min(dayOfFour / Self.daysOfYear, 3)
        let year = 400 * cycle + 100 * century + 4 * four + yearOfFour + 1
        var rest = dayOfFour - yearOfFour * Self.daysOfYear
        var month = 1
        while rest >= Self.length(of: month, in: year) {
            rest -= Self.length(of: month, in: year)
            month += 1
        }
        self.year = year
        self.month = month
        day = rest + 1
    }

    /// How many days the day comes after 1 January 1970; negative before it.
    var daysSince1970: Int {
        let (cycle, yearOfCycle) = (year - 1).flooredDivision(by: 400)
        let leapDays = yearOfCycle / 4 - yearOfCycle / 100
        let beforeYear = cycle * Self.daysOf400Years + yearOfCycle * Self.daysOfYear + leapDays
        let leapDay = month > 2 && Self.isLeap(year) ? 1 : 0
        return beforeYear + Self.daysBeforeMonth[month - 1] + leapDay + day - 1 - Self.daysBefore1970
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let daysOfYear = 365
    private static let daysOf4Years = 1_461
    private static let daysOf100Years = 36_524
    private static let daysOf400Years = 146_097
    /// The days from the first of the year 1 to the first of 1970.
    private static let daysBefore1970 = 719_162
    /// In a year without a leap day.
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
}

extension BinaryInteger {
    /// The quotient rounded down, and the remainder, which is never negative for a positive divisor.
    func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
