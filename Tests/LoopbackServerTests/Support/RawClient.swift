import Foundation
import TestSupport

/// A client that sends exactly what it is told and waits on a thread of its own.
actor RawClient {
    private let socket: ClientSocket
    // Reading blocks, which must not hold a thread of the pool that runs the server's handlers.
    private let queue = DispatchQueue(label: "RawClient")
    private var received: [UInt8] = []

    /// Connects to the port.
    init(_ port: Int) throws {
        socket = try ClientSocket(port: port)
    }

    /// Sends a text that fits into the socket's buffers; false when the connection is broken.
    @discardableResult
    func send(_ text: String) -> Bool {
        (try? socket.send(Array(text.utf8))) != nil
    }

    /// Sends bytes from a thread of its own, since a large body can fill the socket's buffers.
    func sendLarge(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { [socket] in continuation.resume(returning: (try? socket.send(bytes)) != nil) }
        }
    }

    /// The bytes up to and with the marker.
    func read(until marker: String) async throws -> String {
        let marker = Array(marker.utf8)
        while true {
            if let range = received.firstRange(of: marker) {
                return take(range.upperBound)
            }
            try await more()
        }
    }

    /// So many bytes.
    func read(count: Int) async throws -> String {
        while received.count < count {
            try await more()
        }
        return take(count)
    }

    /// A whole response whose length is told.
    func response(hasBody: Bool = true) async throws -> String {
        let head = try await read(until: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }?.dropFirst(16)
        return head + (hasBody ? try await read(count: length.flatMap { Int($0) } ?? 0) : "")
    }

    /// What comes until the server ends the connection; a reset is thrown.
    func readToEnd() async throws -> String {
        while true {
            let bytes = try await receive()
            if bytes.isEmpty { return take(received.count) }
            received += bytes
        }
    }

    /// Ends the client's half of the connection.
    func endOutput() {
        socket.endOutput()
    }

    /// Closes the connection, in an orderly way or with a reset.
    func close(reset: Bool = false) {
        socket.close(reset: reset)
    }

    private func more() async throws {
        let bytes = try await receive()
        guard !bytes.isEmpty else { throw EarlyEnd(received: take(received.count)) }
        received += bytes
    }

    private func receive() async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [socket] in continuation.resume(with: Result { try socket.receive() }) }
        }
    }

    private func take(_ count: Int) -> String {
        defer { received.removeFirst(count) }
        return String(decoding: received.prefix(count), as: UTF8.self)
    }
}
