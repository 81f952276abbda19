#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// Unpacks gzip (RFC 1952) and deflate (RFC 1950, RFC 1951) by the process's zlib.
///
/// It is used by one task at a time.
final class Inflater {
    enum Coding {
        case gzip, deflate

        init?(_ name: String) {
            switch name {
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            default: return nil
            }
        }
    }

    private static let outputSize = 1 << 15
    /// The number of members that a body may have; more are an attack, since one may be as good as empty.
    private static let mostMembers = 10_000

    private let coding: Coding
    private var inflater: OpaquePointer?
    private var members = 0
    /// The first byte of a deflated body, where the second tells what it is.
    private var first: UInt8?
    /// Whether the packed data are whole.
    private(set) var isComplete = false

    init?(_ coding: Coding) {
        guard ec_has_zlib() else { return nil }
        self.coding = coding
    }

    deinit {
        if let inflater { ec_inflater_free(inflater) }
    }

    /// Unpacks a piece, whose content comes in pieces of at most 32 KB.
    func inflate(_ piece: Data, to receive: (Data) throws(TransportFailure) -> Void) throws(TransportFailure) {
        var input = piece
        while !input.isEmpty {
            guard try prepare(for: &input) else { return }
            repeat {
                // What is unpacked may be a thousand times as large as the piece.
                guard !Task.isCancelled else { throw TransportFailure(code: .cancelled) }
                let output = try run(&input)
                if !output.isEmpty { try receive(output) }
                // A full buffer may have had more behind it.
                guard output.count == Self.outputSize || !input.isEmpty else { break }
            } while inflater != nil
        }
    }

    /// Sees to an inflater for what comes; false when that takes another byte.
    private func prepare(for input: inout Data) throws(TransportFailure) -> Bool {
        guard inflater == nil else { return true }
        if isComplete {
            // Another member may follow (RFC 1952 §2.2), and zeros fill a block.
            input = input.drop { $0 == 0 }
            guard let next = input.first else { return false }
            guard coding == .gzip, next == 0x1F else { throw broken() }
            isComplete = false
        }
        var bits: Int32 = 31
        if coding == .deflate {
            if let first { input = [first] + input }
            first = nil
            guard input.count > 1 else {
                first = input.first
                return false
            }
            bits = input.beginsZlib ? 15 : -15
        }
        members += 1
        inflater = members > Self.mostMembers ? nil : ec_inflater_make(bits)
        guard inflater != nil else { throw broken() }
        return true
    }

    private func run(_ input: inout Data) throws(TransportFailure) -> Data {
        guard let inflater else { return Data() }
        var inputLeft = input.count
        var outputLeft = Self.outputSize
        var result = EC_INFLATE_MORE
        var output = Data(count: Self.outputSize)
        output.withUnsafeMutableBytes { output in
            input.withUnsafeBytes { input in
                guard let output = output.bindMemory(to: UInt8.self).baseAddress else { return }
                result = ec_inflater_run(
                    inflater, input.bindMemory(to: UInt8.self).baseAddress, &inputLeft, output, &outputLeft)
            }
        }
        guard result != EC_INFLATE_BROKEN else { throw broken() }
        input = input.suffix(inputLeft)
        if result == EC_INFLATE_END {
            ec_inflater_free(inflater)
            self.inflater = nil
            isComplete = true
        }
        return output.prefix(Self.outputSize - outputLeft)
    }

    private func broken() -> TransportFailure {
        TransportFailure(platform: .cannotDecodeContentData, "The body is not what its Content-Encoding says")
    }
}

extension Data {
    /// Whether the bytes begin with the header of RFC 1950 §2.2; many servers send deflated data without it.
    fileprivate var beginsZlib: Bool {
        let bytes = prefix(2).map(UInt16.init)
        return bytes.count == 2 && bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (bytes[0] << 8 | bytes[1]) % 31 == 0
    }
}
#endif
