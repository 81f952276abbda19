#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system calls the server needs, with the differences between the platforms kept in one place.
enum Socket {
    /// What an entry of the poll set is watched by.
    typealias Watch = pollfd

    /// What came of an attempt to move bytes or to accept.
    enum Outcome {
        /// So many bytes were moved, or this descriptor was accepted.
        case done(Int)
        /// The other side has ended its half.
        case ended
        /// Nothing can be done just now.
        case wouldBlock
        /// The system has no descriptors or memory left.
        case exhausted
        /// The descriptor is of no more use.
        case failed
    }

    /// The poll event for bytes to read.
    static let readable = Int16(POLLIN)
    /// The poll event for room to write.
    static let writable = Int16(POLLOUT)

    // The constant has another type on each platform, the number is the same.
    private static let tcpLevel: Int32 = 6

    /// A number for the thread that runs this.
    static var currentThread: UInt {
        #if canImport(Glibc)
        UInt(pthread_self())
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }

    /// Opens a socket that listens at a place, on a port the system chose; a file has none.
    static func openListener(at place: LoopbackServer.Place) throws(SocketError) -> (descriptor: Int32, port: Int) {
        #if canImport(Glibc)
        let descriptor = socket(place.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(place.family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SocketError(operation: "socket", code: errno) }
        let bound: (failed: String?, port: Int)
        switch place {
        case .file(let path):
            var address = sockaddr_un()
            #if !canImport(Glibc)
            address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
            #endif
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            bound = (listen(descriptor, at: &address), 0)
        case .ipv6:
            var address = sockaddr_in6()
            #if !canImport(Glibc)
            address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
            #endif
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            let failed = listen(descriptor, at: &address)
            bound = (failed, Int(UInt16(bigEndian: address.sin6_port)))
        case .ipv4:
            var address = sockaddr_in()
            #if !canImport(Glibc)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
            #endif
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let failed = listen(descriptor, at: &address)
            bound = (failed, Int(UInt16(bigEndian: address.sin_port)))
        }
        if let failed = bound.failed {
            let code = errno
            close(descriptor)
            throw SocketError(operation: failed, code: code)
        }
        prepare(descriptor)
        return (descriptor, bound.port)
    }

    /// Listens at an address, which has its port then; the name of the call that failed, if any.
    private static func listen<Address>(_ descriptor: Int32, at address: inout Address) -> String? {
        var size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                if bind(descriptor, generic, size) != 0 { return "bind" }
                // A short backlog would make a burst of connections wait for a retransmission; the system caps it.
                #if canImport(Glibc)
                if Glibc.listen(descriptor, 16_384) != 0 { return "listen" }
                #else
                if Darwin.listen(descriptor, 16_384) != 0 { return "listen" }
                #endif
                return getsockname(descriptor, generic, &size) == 0 ? nil : "getsockname"
            }
        }
    }

    /// Takes the next connection from the listener, ready for non-blocking use.
    static func accept(from listener: Int32) -> Outcome {
        while true {
            #if canImport(Glibc)
            let descriptor = Glibc.accept(listener, nil, nil)
            #else
            let descriptor = Darwin.accept(listener, nil, nil)
            #endif
            if descriptor >= 0 {
                prepare(descriptor)
                // Without it a reply's second part would wait for the acknowledgement of the first.
                set(descriptor, tcpLevel, TCP_NODELAY, Int32(1))
                return .done(Int(descriptor))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return .wouldBlock
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .failed
            }
        }
    }

    /// Reads what has arrived, as far as there is room for it.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .done(count) }
            if count == 0 { return .ended }
            if errno != EINTR { return errno == EAGAIN ? .wouldBlock : .failed }
        }
    }

    /// Writes as much as the system takes at once.
    static func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            #if canImport(Glibc)
            let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            #else
            let count = send(descriptor, bytes.baseAddress, bytes.count, 0)
            #endif
            if count >= 0 { return .done(count) }
            if errno != EINTR { return errno == EAGAIN || errno == ENOBUFS ? .wouldBlock : .failed }
        }
    }

    /// Says that nothing more will be written, while what arrives can still be read.
    static func endOutput(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes a descriptor.
    static func release(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    /// Closes a connection with a reset instead of an orderly end.
    static func reset(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        _ = close(descriptor)
    }

    /// Opens the pipe that wakes the loop's thread.
    static func wakePipe() throws(SocketError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SocketError(operation: "pipe", code: errno) }
        ends.forEach(prepare)
        return (ends[0], ends[1])
    }

    /// Puts one byte into the wake pipe; a full pipe wakes as well.
    static func wake(_ writer: Int32) {
        var byte: UInt8 = 1
        while write(writer, &byte, 1) < 0, errno == EINTR {}
    }

    /// Empties the wake pipe.
    static func drain(_ reader: Int32, using buffer: UnsafeMutableRawBufferPointer) {
        while true {
            let count = read(reader, buffer.baseAddress, buffer.count)
            if count == buffer.count || (count < 0 && errno == EINTR) { continue }
            return
        }
    }

    /// Waits until a watched descriptor is ready and returns how many are; without a limit when it is negative.
    static func wait(_ watches: inout [Watch], milliseconds: Int32) -> Int {
        let count = watches.withUnsafeMutableBufferPointer { buffer in
            poll(buffer.baseAddress, nfds_t(buffer.count), milliseconds)
        }
        return max(0, Int(count))
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if !canImport(Glibc)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    private static func set<Value>(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, option, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}

extension LoopbackServer.Place {
    fileprivate var family: Int32 {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        case .file: AF_UNIX
        }
    }
}
