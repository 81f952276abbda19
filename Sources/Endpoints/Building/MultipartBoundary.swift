/// The line between two parts of a multipart body (RFC 2046 §5.1.1).
struct MultipartBoundary: Hashable {
    let text: String

    /// A boundary that no content contains: 128 bits from the system's generator.
    static func random() -> MultipartBoundary {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }
        return MultipartBoundary(text: "Boundary-" + digits.joined())
    }

    /// Takes 1 to 70 letters, digits and "-", which need no quotes in `Content-Type`; nil for anything else.
    init?(_ text: String) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isValid, (1...70).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    private init(text: String) {
        self.text = text
    }

    /// Two hyphens and the boundary, with which every delimiter begins.
    var delimiter: Data {
        Data("--\(text)".utf8)
    }
}
