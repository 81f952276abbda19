#if canImport(CEndpointsCurl)
/// A part of the head of an answer, where it lies.
typealias HeadBytes = Slice<UnsafeRawBufferPointer>

extension HeadBytes {
    /// The bytes without the spaces and tabs around them.
    var trimmed: HeadBytes {
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }

    /// The number that the bytes are, of at most eighteen digits.
    var digits: Int? {
        guard !isEmpty, count <= 18, allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Whether the bytes are a text that is given in lower case, whatever their own case.
    func isEqual(toLowercase text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let text = UnsafeBufferPointer(start: text.utf8Start, count: count)
        for (byte, other) in zip(self, text) where byte.folded != other { return false }
        return true
    }

    /// Whether the bytes are a text, whatever the case of both.
    func isEqual(ignoringCase text: String) -> Bool {
        elementsEqual(text.utf8) { $0.folded == $1.folded }
    }

    /// A number that is the same for every spelling of a name (FNV-1a).
    var foldedHash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte.folded)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension UInt8 {
    /// A space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// The letter in lower case, where it is one.
    fileprivate var folded: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
#endif
