import Endpoints

/// A connection to a port of this machine that sends exactly what it is told.
///
/// Its calls block, so make them on a thread of your own.
package final class ClientSocket: Sendable {
    private let descriptor: Int32
    private let isOpen = Locked(true)

    /// Connects to the port.
    package init(port: Int) throws(CallFailure) {
        let descriptor = try LoopbackTCP.open()
        self.descriptor = descriptor
        let code = LoopbackTCP.withAddress(port: port) { connect(descriptor, $0, $1) == 0 ? 0 : errno }.value
        guard code == 0 else {
            _ = Foundation.close(descriptor)
            isOpen.withLock { $0 = false }
            throw CallFailure(call: "connect", code: code)
        }
        // A test that would wait for ever fails instead.
        LoopbackTCP.set(descriptor, SO_RCVTIMEO, timeval(tv_sec: 200, tv_usec: 0))
    }

    deinit { close() }

    /// Sends all of the bytes.
    package func send(_ bytes: [UInt8]) throws(CallFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Result { () throws(CallFailure) in
                    try LoopbackTCP.send(UnsafeRawBufferPointer(rebasing: buffer[sent...]), to: descriptor)
                }
            }
            sent += try count.get()
        }
    }

    /// Waits for bytes and takes those that are there; none at the end of what the other side sends.
    package func receive() throws(CallFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try CallFailure.check("recv") { recv(descriptor, &buffer, buffer.count, 0) }
        return Array(buffer.prefix(count))
    }

    /// Ends this half of the connection.
    package func endOutput() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the connection, in an orderly way or with a reset.
    package func close(reset: Bool = false) {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        if reset { LoopbackTCP.set(descriptor, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
        _ = Foundation.close(descriptor)
    }
}
