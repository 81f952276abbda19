/// The comparisons header fields need.
enum HeaderText {
    /// Whether two names are equal but for the case of their letters.
    static func isSame(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).allSatisfy { $0 == $1 || lowercased($0) == lowercased($1) }
    }

    /// Whether one of the comma-separated values is the option, in any case.
    static func lists(_ values: [String], _ option: String) -> Bool {
        values.contains { value in
            isSame(value, option)
                || options(of: value).contains { isSame($0, option) }
        }
    }

    /// The parts of a comma-separated value, without the white space around them.
    static func options(of value: String) -> [String] {
        value.split(separator: ",").map { part in
            let start = part.drop { $0 == " " || $0 == "\t" }
            let end = start.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { String(start[...$0]) } ?? ""
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
