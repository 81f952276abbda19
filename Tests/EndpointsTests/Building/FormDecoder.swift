import Endpoints

/// The parser of WHATWG URL §5.1, written without the library.
enum FormDecoder {
    static func decode(_ data: Data) -> [(String, String)] {
        data.split(separator: UInt8(ascii: "&")).map { pair in
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decodeText(halves[0]), halves.count > 1 ? decodeText(halves[1]) : "")
        }
    }

    private static func decodeText(_ bytes: Data) -> String {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
                decoded.append(value)
                rest.removeFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
