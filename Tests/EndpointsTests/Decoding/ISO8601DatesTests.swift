import Testing

@testable import Endpoints

@Suite("Dates as text", .timeLimit(.minutes(5)))
struct ISO8601DatesTests {
    /// The first and last moments of years, days and seconds.
    static let moments: [(String, Double)] = [
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("0000-02-29T23:59:59Z", -62_162_035_201), ("0000-12-31T23:59:59Z", -62_135_596_801),
        ("1582-10-04T00:00:00Z", -12_220_243_200), ("1582-10-05T00:00:00Z", -12_220_156_800),
        ("1582-10-14T12:00:00Z", -12_219_336_000), ("1582-10-15T00:00:00Z", -12_219_292_800),
        ("1900-02-28T23:59:59Z", -2_203_891_201), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("1969-12-31T23:59:59Z", -1), ("1969-12-31T23:59:59.750Z", -0.25), ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.500Z", 0.5), ("2000-02-29T00:00:00Z", 951_782_400),
        ("2000-12-31T23:59:59Z", 978_307_199), ("2001-01-01T00:00:00Z", 978_307_200),
        ("2026-01-02T03:04:50.250Z", 1_767_323_090.25), ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("2100-02-28T00:00:00Z", 4_107_456_000), ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("9999-12-31T23:59:59.500Z", 253_402_300_799.5),
    ]

    @Test("every edge of the calendar is written and read as the same moment", arguments: moments)
    func edges(text: String, seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(ISO8601Dates.string(from: date) == text)
        #expect(ISO8601Dates.date(from: text) == date)
        #expect(ISO8601Dates.dayString(from: date) == String(text.prefix(10)))
    }

    @Test("writer and reader agree with Foundation about dates between 1583 and 2200")
    func foundation() throws {
        let whole = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let first = -12_212_553_600
        // A step that is no multiple of a minute, hour or day.
        for seconds in stride(from: first, to: 7_289_654_400, by: 31_556_952 + 86_399) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = try #require(ISO8601Dates.string(from: date))
            #expect(text == date.formatted(whole))
            #expect(try whole.parse(text) == date)
            #expect(ISO8601Dates.date(from: date.formatted(whole)) == date)
            let later = date.addingTimeInterval(0.375)
            #expect(ISO8601Dates.string(from: later) == later.formatted(fractional))
            #expect(ISO8601Dates.date(from: later.formatted(fractional)) == later)
        }
    }

    @Test(
        "milliseconds are rounded, but never into the next second",
        arguments: [
            (0.25, "05.250Z"), (0.0004, "05Z"), (0.0005001, "05.001Z"), (0.001, "05.001Z"), (0.1235, "05.124Z"),
            (0.9994, "05.999Z"), (0.9996, "05.999Z"), (0.999999, "05.999Z"), (0.1, "05.100Z"), (0.29, "05.290Z"),
        ])
    func rounding(fraction: Double, ending: String) {
        let date = Date(timeIntervalSince1970: 1_767_323_045 + fraction)
        #expect(ISO8601Dates.string(from: date) == "2026-01-02T03:04:" + ending)
    }

    @Test("each millisecond of a second comes back as it was, before and after 1970")
    func milliseconds() throws {
        for second in [1_767_323_045, -1_767_323_045] {
            for millisecond in 1...999 {
                let date = Date(timeIntervalSince1970: Double(second) + Double(millisecond) / 1000)
                let text = try #require(ISO8601Dates.string(from: date))
                let digits = String(millisecond)
                let isRight =
                    text.hasSuffix("." + String(repeating: "0", count: 3 - digits.count) + digits + "Z")
                    && ISO8601Dates.date(from: text) == date
                try #require(isRight, "\(text)")
            }
        }
    }

    @Test(
        "a fraction is read to the last digit that a date keeps, and cut after the ninth",
        arguments: [
            ("5", 0.5), ("12", 0.12), ("123", 0.123), ("1234", 0.1234), ("12345", 0.12345), ("123456", 0.123456),
            ("1234567", 0.1234567), ("12345678", 0.12345678), ("123456789", 0.123456789), ("0", 0),
            ("000000001", 0.000000001), ("1234567891", 0.123456789), ("9999999999999999999999", 0.999999999),
            ("00000000000000000000000000000001", 0),
        ])
    func fractions(digits: String, fraction: Double) {
        for (second, base) in [("2026-01-02T03:04:05", 1_767_323_045.0), ("1970-01-01T00:00:00", 0)] {
            let date = ISO8601Dates.date(from: "\(second).\(digits)Z")
            #expect(date == Date(timeIntervalSince1970: base + fraction))
        }
    }

    @Test(
        "offsets, small letters and leap seconds are read",
        arguments: [
            ("2026-01-02t03:04:05z", 1_767_323_045.0), ("2026-01-02T03:04:05z", 1_767_323_045),
            ("2026-01-02t03:04:05.5+00:00", 1_767_323_045.5), ("2026-01-02T03:04:05+05:30", 1_767_303_245),
            ("2026-01-02T03:04:05+0530", 1_767_303_245), ("2026-01-02T03:04:05-08", 1_767_351_845),
            ("2026-01-02T03:04:05-00:00", 1_767_323_045), ("2026-01-02T03:04:05+18:00", 1_767_258_245),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T23:59:60.5Z", 1_483_228_800.5),
            ("2017-01-01T00:59:60+01:00", 1_483_228_800),
        ])
    func otherForms(text: String, seconds: Double) {
        #expect(ISO8601Dates.date(from: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "what names no moment is not read",
        arguments: [
            "", "now", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05,5Z",
            "2026-01-02 03:04:05Z", "2026-01-02T03:04Z", "2026-01-02T03:04:05Z ", " 2026-01-02T03:04:05Z",
            "2026-01-02T03:04:05ZZ", "2026-01-02T03:04:05Z+00:00", "2026-01-02T03:04:05+", "2026-01-02T03:04:05+1",
            "2026-01-02T03:04:05+01:", "2026-01-02T03:04:05+01:0", "2026-01-02T03:04:05+01:60",
            "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+18:01", "2026-01-02T03:04:05-19",
            "2026-01-02T03:04:05+01:00:00", "2026-01-02T24:00:00Z",
            "2026-01-02T03:60:00Z", "2026-01-02T03:04:61Z", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-01-00T00:00:00Z", "2026-1-2T3:4:5Z", "12026-01-02T03:04:05Z", "-001-01-02T03:04:05Z",
            "+2026-01-02T03:04:05Z", "２026-01-02T03:04:05Z", "2026-01-02T03:04:05\u{2212}01:00",
            "2026-01-02T03:04:05Z\0",
        ])
    func refused(text: String) {
        #expect(ISO8601Dates.date(from: text) == nil)
    }

    @Test(
        "a date without four digits for its year, or that is not finite, has no text and ends no program",
        arguments: [
            -62_167_219_200.001, 253_402_300_800, 1e15, -1e15, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
        ])
    func unwritable(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(ISO8601Dates.string(from: date) == nil)
        #expect(ISO8601Dates.dayString(from: date) == nil)
        #expect(ISO8601Dates.description(of: date).hasSuffix(" seconds after 1970"))
    }
}
