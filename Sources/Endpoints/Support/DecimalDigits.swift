extension Int {
    /// The number in decimal digits: `description`, whose way to them is some three times as long.
    var decimalDigits: String {
        // What fits into a string without an allocation; the sign and one digit less than the fifteen bytes that do.
        let most: Int64 = 99_999_999_999_999
        guard (-most...most).contains(Int64(self)) else { return description }
        return String(unsafeUninitializedCapacity: 15) { buffer in
            var rest = magnitude
            var start = buffer.count
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if self < 0 {
                start -= 1
                buffer[start] = UInt8(ascii: "-")
            }
            let count = buffer.count - start
            for index in 0..<count { buffer[index] = buffer[start + index] }
            return count
        }
    }
}
