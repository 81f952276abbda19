extension SetCookie {
    /// The lines that a platform has joined with commas, which dates and values have too: a line begins where a name and
    /// an equals sign follow.
    ///
    /// A cookie without a name, or one whose name has a space or a quote, can't be told from a value with a comma.
    static func lines(joined text: String) -> [String] {
        var lines: [String] = []
        var start = text.utf8.startIndex
        for comma in text.utf8.indices where text.utf8[comma] == UInt8(ascii: ",") {
            let next = text.utf8.index(after: comma)
            guard beginsCookie(text.utf8[next...]) else { continue }
            lines.append(String(text[start..<comma]))
            start = next
        }
        return lines + [String(text[start...])]
    }

    private static func beginsCookie(_ text: Substring.UTF8View) -> Bool {
        let name = text.drop { $0 == 0x20 || $0 == 0x09 }
        let end = name.firstIndex { $0 <= 0x20 || $0 == 0x7F || "=;,\"".utf8.contains($0) } ?? name.endIndex
        return end > name.startIndex && name[end...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "=")
    }
}
