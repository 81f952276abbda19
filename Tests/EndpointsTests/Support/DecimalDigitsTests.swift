import Testing

@testable import Endpoints

@Suite struct DecimalDigitsTests {
    @Test(
        "the digits of a number are those of its description",
        arguments: [
            0, 1, -1, 9, 10, -10, 4711, 99_999_999_999_999, -99_999_999_999_999, 100_000_000_000_000,
            -100_000_000_000_000, .max, .min,
        ] as [Int64])
    func digits(wide: Int64) {
        let number = Int(clamping: wide)
        #expect(number.decimalDigits == number.description)
    }
}
