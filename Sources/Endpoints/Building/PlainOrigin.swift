extension UnsafeBufferPointer<UInt8> {
    /// Where the origin of a URL ends that begins as nearly all do, so that it needs no closer look: `http://` or
    /// `https://`, a host of letters, digits, `-` and `.`, perhaps a port, and then the path, query, fragment or end.
    var endOfPlainOrigin: Int? {
        guard count > 8, self[0] == UInt8(ascii: "h"), self[1] == UInt8(ascii: "t"), self[2] == UInt8(ascii: "t"),
            self[3] == UInt8(ascii: "p")
        else { return nil }
        var end = self[4] == UInt8(ascii: "s") ? 5 : 4
        guard self[end] == UInt8(ascii: ":"), self[end + 1] == UInt8(ascii: "/"), self[end + 2] == UInt8(ascii: "/")
        else { return nil }
        end += 3
        let host = end
        while end < count, self[end].isHostCharacter { end += 1 }
        guard end > host else { return nil }
        if end < count, self[end] == UInt8(ascii: ":") {
            end += 1
            while end < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[end]) { end += 1 }
        }
        let next = end < count ? self[end] : UInt8(ascii: "/")
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#") ? end : nil
    }
}

extension UInt8 {
    fileprivate var isHostCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
