import Foundation

/// Takes the lines off a head or a trailer and checks what is in them.
struct HeaderLines {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Begins at the first byte; the buffer has to outlive the value.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next line without its end, or nothing when no bytes are left.
    mutating func next() throws(RequestFailure) -> Slice<UnsafeRawBufferPointer>? {
        guard position < bytes.count else { return nil }
        let start = position
        guard let end = Self.newline(in: bytes, from: start) else { throw RequestFailure("a line has no end") }
        guard end > start, bytes[end - 1] == 0x0D else { throw RequestFailure("a line ends without CR") }
        position = end + 1
        return bytes[start..<(end - 1)]
    }

    /// The fields up to the empty line.
    mutating func fields() throws(RequestFailure) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        while let line = try next(), !line.isEmpty {
            guard let colon = line.firstIndex(of: 0x3A), Self.isToken(line[..<colon]) else {
                throw RequestFailure("a header line has no name")
            }
            var start = colon + 1
            var end = line.endIndex
            while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
            while start < end, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
            let value = line[start..<end]
            guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
                throw RequestFailure("a header value has a control character")
            }
            fields.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return fields
    }

    /// Where the next line feed is, from an offset on.
    static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        guard let found = memchr(base + start, 0x0A, bytes.count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Whether the bytes are a token, as methods and names must be.
    static func isToken(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
    }

    /// Whether a byte may stand in a token.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
