/// The beginning of an answer that can't be read, as an error may show it.
enum Excerpt {
    private static let length = 120
    private static let window = 480

    /// Up to 120 characters in one line, tags without their attributes; what may be a token or a secret is replaced.
    static func text(of data: Data) -> String {
        let text = String(decoding: data.prefix(window), as: UTF8.self)
        var words = withoutAttributes(text).split(whereSeparator: isSeparator).map(String.init)
        // The last one may be the beginning of a longer one.
        if data.count > window { words = words.dropLast() }
        var shown: [String] = []
        var isAnnounced = false
        for word in words {
            // A tag may stand between a name and its value.
            if word.hasPrefix("<") {
                shown.append(word)
                continue
            }
            let isName = names.contains { word.lowercased().contains($0) }
            let isLong = word.utf8.count >= 16 && !isName
            shown.append(isAnnounced && !isName || isLong ? Redacted<Void>.placeholder : word)
            isAnnounced = isName
        }
        return String(shown.joined(separator: " ").prefix(length))
    }

    /// Words that say that a secret follows.
    private static let names = ["token", "secret", "code", "password", "bearer", "assertion", "verifier", "key"]

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || "\"'=:,;{}[]()&?%".contains(character)
            || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The text with its tags reduced to their names, apart from what stands around them.
    private static func withoutAttributes(_ text: String) -> String {
        var plain = ""
        var tag: String?
        for character in text {
            switch character {
            case "<":
                tag = ""
            case ">":
                if let name = tag?.prefix(while: { !$0.isWhitespace }) { plain += " <\(name.prefix(10))> " }
                tag = nil
            default:
                if tag == nil { plain.append(character) } else { tag?.append(character) }
            }
        }
        return plain
    }
}
