import Endpoints

/// TCP sockets of IPv4 at 127.0.0.1.
enum LoopbackTCP {
    /// Opens a socket that no program started by this process inherits.
    static func open() throws(CallFailure) -> Int32 {
        #if canImport(Darwin)
        let descriptor = try CallFailure.check("socket") { socket(AF_INET, SOCK_STREAM, 0) }
        // Darwin has no flag for it when the socket is made; `ChildProcess` passes on no descriptor there anyway.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // Writing to a closed connection is an error, as `MSG_NOSIGNAL` makes it on Linux.
        set(descriptor, SO_NOSIGPIPE, Int32(1))
        return descriptor
        #else
        return try CallFailure.check("socket") {
            socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        #endif
    }

    /// Calls the body with the address of a port; 0 stands for any.
    static func withAddress<Value>(
        port: Int = 0, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Value
    ) -> (value: Value, port: Int) {
        var address = sockaddr_in()
        #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let value = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
        return (value, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Sends some of the bytes; the number of those that were taken.
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(CallFailure) -> Int {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        return try CallFailure.check("send") { Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Sets an option of the socket level.
    static func set<Value>(_ descriptor: Int32, _ option: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, SOL_SOCKET, option, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}
