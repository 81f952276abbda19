#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The blocking system calls of the test client.
enum Socket {
    /// Connects to a port at 127.0.0.1, or returns the error number.
    static func connect(to port: Int) -> Result<Int32, CallFailure> {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return .failure(CallFailure(code: errno)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                #if canImport(Glibc)
                Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
                #else
                Darwin.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
                #endif
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            return .failure(CallFailure(code: code))
        }
        #if !canImport(Glibc)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
        // A test that would wait for ever fails instead.
        set(descriptor, SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: 200, tv_usec: 0))
        return .success(descriptor)
    }

    /// Writes all bytes; false when the connection is broken.
    static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
            #else
            let flags: Int32 = 0
            #endif
            let count = bytes.withUnsafeBytes { buffer in
                send(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, flags)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for bytes and reads some; none means the end.
    static func read(_ descriptor: Int32) -> Result<[UInt8], CallFailure> {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? .failure(CallFailure(code: errno)) : .success(Array(buffer.prefix(count)))
    }

    /// Ends the client's half of the connection.
    static func endOutput(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the connection, in an orderly way or with a reset.
    static func release(_ descriptor: Int32, reset: Bool = false) {
        if reset {
            set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        }
        _ = close(descriptor)
    }

    /// Lets the process open this many descriptors, as far as the system allows; the usual limits are low.
    @discardableResult
    static func limitDescriptors(to count: Int) -> Bool {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return false }
        // Never fewer than before: the other tests of the process open descriptors as well.
        limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
        return setrlimit(resource, &limit) == 0 && limit.rlim_cur >= rlim_t(count)
    }

    private static func set<Value>(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}
