/// Comparisons whose time tells nothing about what is compared.
enum ConstantTime {
    /// Whether two texts have the same bytes; the time depends on their lengths alone.
    static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        var difference = left.count ^ right.count
        for index in left.indices { difference |= Int(left[index] ^ (index < right.count ? right[index] : 0)) }
        return difference == 0
    }
}
