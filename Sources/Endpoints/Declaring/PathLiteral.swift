/// Literal text of a path template, checked and escaped once, when the definition is made.
///
/// It is an object because it is read for every request: a copy of it is one reference.
final class PathLiteral: Sendable {
    /// As it was written, for messages.
    let text: String
    /// As it stands in a URL.
    let escaped: [UInt8]
    /// Why it is more than a path; no request can be built with it then.
    let flaw: String?
    /// Whether the hole that follows is a whole segment, whose value is neither empty nor dots.
    let precedesWholeSegment: Bool

    /// Keeps literal text, with its escaped form.
    init(_ text: String, escaped: [UInt8], beginsPath: Bool, precedesWholeSegment: Bool) {
        self.text = text
        self.escaped = escaped
        self.precedesWholeSegment = precedesWholeSegment
        flaw = Self.flaw(in: text, beginsPath: beginsPath)
    }

    /// Literal text as it stands in a URL.
    ///
    /// What begins a path loses its slashes, because one is put between base URL and path.
    static func escaped(_ text: String, beginsPath: Bool) -> [UInt8] {
        let bytes = text.utf8
        return PercentEncoding.pathLiteral(beginsPath ? bytes.drop { $0 == UInt8(ascii: "/") } : bytes[...])
    }

    private static func flaw(in text: String, beginsPath: Bool) -> String? {
        if beginsPath, beginsWithScheme(text) {
            return "it begins with a scheme; give the whole URL as Definition(url:), or the path alone"
        }
        for scalar in text.unicodeScalars {
            if scalar == "?" || scalar == "#" { return "it holds “\(scalar)”; declare query items as parameters" }
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return "it holds a control character" }
        }
        return nil
    }

    /// Whether the text begins with a scheme (RFC 3986 §3.1) and `://`; a colon alone may stand in a path.
    private static func beginsWithScheme(_ text: String) -> Bool {
        let scheme = text.utf8.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard let first = scheme.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
            return false
        }
        return text.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }
}
