/// The one place that escapes: text in, bytes of a URL or a form out, each text exactly once.
package enum PercentEncoding {
    /// Appends a path segment, or a part of one, or a query item's name or value: everything but RFC 3986's unreserved
    /// characters is escaped, also those that a query could carry, because servers and gateways split on them.
    static func append(_ text: String, to bytes: inout TextBuffer) {
        append(text, to: &bytes, keeping: isUnreserved, escape: escape)
    }

    /// Appends a name or value by the rules of `application/x-www-form-urlencoded` (WHATWG URL §5.2).
    static func appendForm(_ text: String, to bytes: inout TextBuffer) {
        append(text, to: &bytes, keeping: isFormCharacter) { byte, end in
            guard byte == UInt8(ascii: " ") else { return escape(byte, to: &end) }
            end.pointee = UInt8(ascii: "+")
            end += 1
        }
    }

    /// The text as ``append(_:to:)`` writes it.
    package static func encoded(_ text: String) -> String {
        var bytes = TextBuffer()
        append(text, to: &bytes)
        return bytes.text
    }

    /// The text as ``appendForm(_:to:)`` writes it.
    package static func encodedForm(_ text: String) -> String {
        var bytes = TextBuffer()
        appendForm(text, to: &bytes)
        return bytes.text
    }

    /// The literal text of a path template as it stands in a URL: what may stand in a path stays, also an escape that
    /// the author wrote; everything else is escaped (RFC 3986 §3.3).
    static func pathLiteral(_ text: some Sequence<UInt8>) -> [UInt8] {
        let source = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        for (index, byte) in source.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < source.count && isHexDigit(source[index + 1])
                && isHexDigit(source[index + 2])
            if isEscape || byte == UInt8(ascii: "/") || isPathCharacter(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0x0F)]
            }
        }
        return bytes
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

    /// Writes a piece at a time, for which there is room whatever has to be escaped in it.
    @inline(__always)
    private static func append(
        _ text: String,
        to bytes: inout TextBuffer,
        keeping isKept: (UInt8) -> Bool,
        escape: (UInt8, inout UnsafeMutablePointer<UInt8>) -> Void
    ) {
        text.withContiguousUTF8 { source in
            var start = 0
            while start < source.count {
                let piece = start..<min(start + 1024, source.count)
                bytes.append(atMost: "%00".utf8.count * piece.count) { target in
                    var end = target
                    for index in piece {
                        let byte = source[index]
                        if isKept(byte) {
                            end.pointee = byte
                            end += 1
                        } else {
                            escape(byte, &end)
                        }
                    }
                    return end - target
                }
                start = piece.upperBound
            }
        }
    }

    private static func escape(_ byte: UInt8, to end: inout UnsafeMutablePointer<UInt8>) {
        end[0] = UInt8(ascii: "%")
        end[1] = hexDigit(byte >> 4)
        end[2] = hexDigit(byte & 0x0F)
        end += 3
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

    private static func isFormCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
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
