import Foundation

/// The bytes that wait to be written to a connection.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// How many bytes wait.
    var count: Int {
        bytes.count - sent
    }

    /// Adds a text.
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds bytes.
    mutating func append(_ data: Data) {
        data.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Writes what the system takes; false means that the connection is broken.
    mutating func flush(to descriptor: Int32) -> Bool {
        while count > 0 {
            switch bytes.withUnsafeBytes({ Socket.transmit(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...])) })
            {
            case .done(let count): sent += count
            case .wouldBlock: return true
            default: return false
            }
        }
        // A large buffer is given back, a small one serves the next reply.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        sent = 0
        return true
    }
}
