import Foundation
import TestSupport

/// Sends bytes to a port of this machine and reads the answer to its end.
enum RawBrowser {
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
        (try? ClientSocket(port: port)) == nil
    }

    /// Connects and says nothing, as browsers do ahead of time, as long as the work takes.
    static func idling<Value>(
        isolation: isolated (any Actor)? = #isolation, at port: Int, while work: () async throws -> Value
    ) async throws -> Value {
        let socket = try ClientSocket(port: port)
        defer { socket.close() }
        return try await work()
    }

    /// Sends a request and goes away before the answer.
    static func leave(_ target: String, at port: Int) throws {
        let socket = try ClientSocket(port: port)
        defer { socket.close() }
        try socket.send(Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
    }

    private static func exchange(_ text: String, port: Int) throws -> Answer {
        let socket = try ClientSocket(port: port)
        defer { socket.close() }
        try socket.send(Array(text.utf8))
        var answer: [UInt8] = []
        while let more = try? socket.receive(), !more.isEmpty { answer += more }
        return Answer(text: String(decoding: answer, as: UTF8.self))
    }
}
