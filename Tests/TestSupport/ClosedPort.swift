package import Endpoints

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A port at 127.0.0.1 that refuses connections, and that no other server is given as long as this is kept.
///
/// The port of a server that was stopped is free, so that the server of another test may get it, and the requests.
package final class ClosedPort: Sendable {
    /// The system call that failed.
    package struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// The address of the port, without a path.
    package let url: URL

    private let descriptor: Int32

    package init() throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var address = sockaddr_in()
        #if !canImport(Glibc)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Bound, but nobody listens.
        let failed = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) != 0 || getsockname(descriptor, generic, &size) != 0
            }
        }
        guard !failed, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
            let code = errno
            close(descriptor)
            throw Failure(call: "bind", code: code)
        }
        self.url = url
    }

    deinit {
        close(descriptor)
    }
}
