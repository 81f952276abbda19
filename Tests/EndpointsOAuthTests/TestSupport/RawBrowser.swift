import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Sends bytes to a port of this machine and reads the answer to its end.
enum RawBrowser {
    /// A system call failed.
    struct Failure: Error {
        let call: String
    }

    /// An answer.
    struct Answer: Sendable {
        let text: String

        /// The status of the answer; nil when there is none.
        var status: Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        /// What follows the head.
        var body: String { text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
        /// The lines of the head, in lower case.
        var head: [String] {
            let head = text.range(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
            return head.lowercased().components(separatedBy: "\r\n")
        }
    }

    /// Asks for a target as a browser does.
    static func ask(
        _ target: String, method: String = "GET", at port: Int, host: String? = nil, body: String = ""
    ) async throws -> Answer {
        let host = host ?? "127.0.0.1:\(port)"
        let hostLine = host.isEmpty ? "" : "Host: \(host)\r\n"
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return try await send(
            "\(method) \(target) HTTP/1.1\r\n\(hostLine)\(length)Connection: close\r\n\r\n\(body)", to: port)
    }

    /// Sends a text as it is, from a thread of its own.
    static func send(_ text: String, to port: Int) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(text, port: port) }) }
        }
    }

    /// Whether nobody listens at a port.
    static func isClosed(_ port: Int) -> Bool {
        guard let descriptor = try? connected(to: port) else { return true }
        close(descriptor)
        return false
    }

    /// Connects and says nothing, as browsers do ahead of time, as long as the work takes.
    static func idling<Value>(
        isolation: isolated (any Actor)? = #isolation, at port: Int, while work: () async throws -> Value
    ) async throws -> Value {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        return try await work()
    }

    /// Sends a request and goes away before the answer.
    static func leave(_ target: String, at port: Int) throws {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        try write("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: descriptor)
    }

    private static func exchange(_ text: String, port: Int) throws -> Answer {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        try write(text, to: descriptor)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        return Answer(text: String(decoding: answer, as: UTF8.self))
    }

    private static func write(_ text: String, to descriptor: Int32) throws {
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            #if canImport(Glibc)
            let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            #else
            let count = Darwin.send(descriptor, bytes, bytes.count, 0)
            #endif
            guard count > 0 else { throw Failure(call: "send") }
            bytes.removeFirst(count)
        }
    }

    private static func connected(to port: Int) throws -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        var address = sockaddr_in()
        #if !canImport(Glibc)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let failed = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
            }
        }
        guard !failed else {
            close(descriptor)
            throw Failure(call: "connect")
        }
        return descriptor
    }
}
