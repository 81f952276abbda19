/// The name of a header field, compared without regard to case and sent in the spelling that it was given.
///
/// Header names are an open set: use one of the standard names (`.acceptLanguage`) or write your own as a string
/// literal (`"X-Client"`). Two names that differ only in ASCII case are the same header (RFC 9110 §5.1).
///
/// A name that is empty or not a token (RFC 9110 §5.6.2), for example one with a space, a colon or a line break, can be
/// made but not sent: building a request with it throws an error, so that text from outside neither stops the program
/// nor adds a header.
public struct Header: Sendable {
    /// The spelling that goes on the wire, exactly as it was given.
    public let name: String

    /// The name in ASCII lower case: what equality, hashing and the category go by.
    let key: String

    /// Whether the name may be sent: it is a token by RFC 9110 §5.6.2.
    package let isValid: Bool

    /// Names a header field that has no standard constant, or whose name is known only at run time.
    ///
    /// Any text is accepted here; a name that isn't a token (RFC 9110 §5.6.2) is refused with an error when a request is
    /// built with it.
    ///
    /// - Parameter name: The field name, in the spelling to be sent.
    public init(_ name: String) {
        self.name = name
        key = name.asciiLowercased
        isValid = name.isToken
    }
}

extension Header: Hashable {
    /// Compares two names without regard to ASCII case (RFC 9110 §5.1).
    public static func == (lhs: Header, rhs: Header) -> Bool {
        lhs.key == rhs.key
    }

    /// Feeds the name into the hasher so that spellings which differ only in ASCII case hash alike.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

extension Header: ExpressibleByStringLiteral {
    /// Lets a string literal stand where a header is expected.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Header: CustomStringConvertible {
    /// The name in its given spelling.
    public var description: String { name }
}

extension String {
    /// Whether the text is a token, the form of field names and methods: one or more of the characters of RFC 9110 §5.6.2.
    var isToken: Bool {
        withContiguousUTF8 { !$0.isEmpty && $0.allSatisfy(\.isTokenCharacter) }
    }

    /// Whether the text is a given one, which is in lower case, but for the case of A–Z.
    func isASCIIEqual(to lowercase: String) -> Bool {
        utf8.count == lowercase.utf8.count
            && utf8.elementsEqual(lowercase.utf8) { ($0.isASCIIUppercase ? $0 | 0x20 : $0) == $1 }
    }

    /// The text with A–Z in lower case and all else untouched.
    ///
    /// `lowercased()` maps letters beyond ASCII too and would make the Kelvin sign a `k`.
    var asciiLowercased: String {
        guard utf8.contains(where: \.isASCIIUppercase) else { return self }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            buffer.initialize(from: utf8.lazy.map { $0.isASCIIUppercase ? $0 | 0x20 : $0 }).index
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIUppercase: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    /// Whether the byte may stand in a token (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
