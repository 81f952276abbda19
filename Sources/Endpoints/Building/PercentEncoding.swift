/// The one place that escapes: text in, bytes of a URL or a form out, each text exactly once.
package enum PercentEncoding {
    /// Appends a path segment, or a part of one, or a query item's name or value: everything but RFC 3986's unreserved
    /// characters is escaped, also those that a query could carry, because servers and gateways split on them.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        append(text, to: &bytes, keeping: isUnreserved)
    }

    /// Appends a name or value by the rules of `application/x-www-form-urlencoded` (WHATWG URL §5.2).
    package static func appendForm(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else if isAlphanumeric(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            {
                bytes.append(byte)
            } else {
                appendEscaped(byte, to: &bytes)
            }
        }
    }

    /// Appends the literal text of a path template: what may stand in a path stays, also an escape that the author
    /// wrote; everything else is escaped (RFC 3986 §3.3).
    static func appendPathLiteral(_ text: String, to bytes: inout [UInt8]) {
        let source = Array(text.utf8)
        for (index, byte) in source.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < source.count && isHexDigit(source[index + 1])
                && isHexDigit(source[index + 2])
            if isEscape || byte == UInt8(ascii: "/") || isPathCharacter(byte) {
                bytes.append(byte)
            } else {
                appendEscaped(byte, to: &bytes)
            }
        }
    }

    /// The text with every escape decoded once; for looking at what was built, never for building.
    static func decoded(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var pending: [UInt8] = []
        for byte in bytes {
            pending.append(byte)
            if pending[0] != UInt8(ascii: "%") {
                result.append(byte)
                pending = []
            } else if pending.count == 3 {
                let value = UInt8(String(decoding: pending[1...], as: UTF8.self), radix: 16)
                result += value.map { [$0] } ?? pending
                pending = []
            }
        }
        return String(decoding: result + pending, as: UTF8.self)
    }

    private static func append(_ text: String, to bytes: inout [UInt8], keeping isKept: (UInt8) -> Bool) {
        for byte in text.utf8 {
            if isKept(byte) { bytes.append(byte) } else { appendEscaped(byte, to: &bytes) }
        }
    }

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 0x0F))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "~")
    }

    /// `pchar` of RFC 3986 without the escapes.
    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        if isUnreserved(byte) { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            return true
        default: return false
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
