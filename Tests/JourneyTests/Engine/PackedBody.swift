import Foundation

/// Content codings made by hand: blocks that are stored as they are (RFC 1951 §3.2.4) in each of the wrappings.
enum PackedBody {
    /// RFC 1952.
    static func gzip(_ text: String) -> Data {
        let data = Data(text.utf8)
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]) + deflated(text) + bytes(of: crc32(data))
            + bytes(of: UInt32(data.count))
    }

    /// RFC 1950.
    static func zlib(_ text: String) -> Data {
        Data([0x78, 0x01]) + deflated(text) + bytes(of: adler32(Data(text.utf8)).byteSwapped)
    }

    /// RFC 1951 without a wrapping, which many servers send as `deflate`.
    static func deflated(_ text: String) -> Data {
        let length = UInt16(text.utf8.count)
        return [0x01] + bytes(of: length) + bytes(of: ~length) + Data(text.utf8)
    }

    private static func bytes<Number: FixedWidthInteger>(of number: Number) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    private static func crc32(_ data: Data) -> UInt32 {
        ~data.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }

    private static func adler32(_ data: Data) -> UInt32 {
        let (low, high) = data.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65521
            return (low, (sums.1 + low) % 65521)
        }
        return high << 16 | low
    }
}
