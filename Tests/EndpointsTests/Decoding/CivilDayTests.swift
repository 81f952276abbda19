import Testing

@testable import Endpoints

@Suite("Days of the calendar", .timeLimit(.minutes(5)))
struct CivilDayTests {
    @Test("days are counted without a gap through eight centuries, and each number leads back to its day")
    func everyDay() throws {
        // 1 January of the year 0, a leap year.
        var (year, month, day, number) = (0, 1, 1, -719_528)
        while year < 801 {
            let found = CivilDay(daysSince1970: number)
            let isRight =
                found.year == year && found.month == month && found.day == day && found.daysSince1970 == number
                && CivilDay(year: year, month: month, day: day) == found
            // `#expect` at every day would take minutes.
            try #require(isRight, "\(year)-\(month)-\(day) is \(found), \(found.daysSince1970)")
            number += 1
            day += 1
            if CivilDay(year: year, month: month, day: day) == nil { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(number == -719_528 + 2 * 146_097 + 366)
    }

    @Test(
        "known days have their numbers",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (1900, 3, 1, -25_508),
            (1, 1, 1, -719_162), (0, 12, 31, -719_163), (0, 1, 1, -719_528), (-1, 12, 31, -719_529),
            (9999, 12, 31, 2_932_896), (1582, 10, 15, -141_427), (2024, 12, 31, 20_088),
        ])
    func numbers(year: Int, month: Int, day: Int, number: Int) throws {
        let named = try #require(CivilDay(year: year, month: month, day: day))
        #expect(named.daysSince1970 == number)
        #expect(CivilDay(daysSince1970: number) == named)
    }

    @Test(
        "a day that doesn't exist has no number",
        arguments: [
            (2025, 2, 29), (1900, 2, 29), (2100, 2, 29), (2000, 2, 30), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1),
            (2026, 1, 0), (2026, 1, 32), (2026, 12, 32),
        ])
    func missingDays(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day) == nil)
    }
}
