import Endpoints

/// A port at 127.0.0.1 that takes connections and never says a word, so that not even a handshake comes to its end.
package final class SilentPort: Sendable {
    /// The port's number.
    package let number: Int

    private let descriptor: Int32

    package init() throws {
        let descriptor = try LoopbackTCP.open()
        self.descriptor = descriptor
        let (isBound, port) = LoopbackTCP.withAddress { address, size in
            bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
        }
        // The system takes the connections itself as long as there is room in the queue.
        guard isBound, listen(descriptor, 4_096) == 0 else {
            let code = errno
            _ = close(descriptor)
            throw CallFailure(call: "listen", code: code)
        }
        number = port
    }

    deinit {
        _ = close(descriptor)
    }
}
