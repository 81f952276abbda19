import Endpoints
import LoopbackServer

/// Very many zeros, packed as tightly as the format can (RFC 1951 §3.2.7): eight bits say 1,032 of them.
///
/// The stream is one block with a code of its own, in which the longest repetition, 258 bytes at the distance 1, is two
/// zero bits. So all of it but its first and its last bytes are zeros too.
struct GzipBomb: Sendable {
    /// The number of zero bytes on the wire.
    private let length: Int

    /// At least so many zeros.
    init(zeros: Int) {
        length = zeros / 1_032 + 1
    }

    /// The answer with the bomb in it; the sizes and the checksum at its end are left out.
    func reply(declaresLength: Bool) -> Reply {
        let block = 1 << 13
        let start = Self.header + Self.start
        let rest = Data(count: length % block) + Self.end
        let size = declaresLength ? [("Content-Length", "\(start.count + length + Self.end.count)")] : []
        return Reply(steps: [
            .head(.init(status: 200, headers: [("Content-Encoding", "gzip"), ("Connection", "close")] + size)),
            .send(start), .stream(Data(count: block), times: length / block), .send(rest), .close,
        ])
    }

    /// No name, no time, unknown system.
    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    /// The end of the repetition under way, and the sign for the end of the block.
    private static let end = Data([0b110])

    /// The block's kind, its code and the first zero, filled up with repetitions.
    private static let start: Data = {
        var bits = BitWriter()
        bits.number(1, bits: 1)  // the last block
        bits.number(2, bits: 2)  // with a code of its own
        bits.number(286 - 257, bits: 5)
        bits.number(1 - 1, bits: 5)
        bits.number(18 - 4, bits: 4)
        // The code of the code: 18, many zeros, is 0; the length 1 is 10, and the length 2 is 11.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.number(length, bits: 3) }
        bits.code("11")  // the byte 0
        bits.code("0")
        bits.number(138 - 11, bits: 7)
        bits.code("0")
        bits.number(117 - 11, bits: 7)
        bits.code("11")  // 256, the end
        bits.code("0")
        bits.number(28 - 11, bits: 7)
        bits.code("10")  // 285, the longest repetition
        bits.code("10")  // the distance 1
        bits.code("10")  // a byte 0 to begin with
        return bits.data
    }()
}

/// Bits from the lowest of the first byte on.
private struct BitWriter {
    private(set) var data = Data()
    private var count = 0

    mutating func number(_ number: Int, bits: Int) {
        for place in 0..<bits { bit(number >> place & 1) }
    }

    mutating func code(_ text: String) {
        for sign in text { bit(sign == "1" ? 1 : 0) }
    }

    private mutating func bit(_ value: Int) {
        if count % 8 == 0 { data.append(0) }
        data[data.count - 1] |= UInt8(value << (count % 8))
        count += 1
    }
}
