package import Endpoints

/// A port at 127.0.0.1 that refuses connections, and that no other server is given as long as this is kept.
///
/// The port of a server that was stopped is free, so that the server of another test may get it, and the requests.
package final class ClosedPort: Sendable {
    /// The address of the port, without a path.
    package let url: URL

    private let descriptor: Int32

    package init() throws {
        let descriptor = try LoopbackTCP.open()
        self.descriptor = descriptor
        // Bound, but nobody listens.
        let (isBound, port) = LoopbackTCP.withAddress { address, size in
            bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
        }
        guard isBound, let url = URL(string: "http://127.0.0.1:\(port)") else {
            let code = errno
            _ = close(descriptor)
            throw CallFailure(call: "bind", code: code)
        }
        self.url = url
    }

    deinit {
        _ = close(descriptor)
    }
}
