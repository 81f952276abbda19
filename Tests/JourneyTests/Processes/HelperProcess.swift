import Endpoints
import Testing

/// An executable of this package, or a program of the system, that runs beside a test.
///
/// It is started by the system's own call: Foundation's `Process` ends the test process when several are started at
/// once, and its `FileHandle` when a signal interrupts a read.
final class HelperProcess: Sendable {
    private let identifier: pid_t
    private let output: Int32

    /// Starts an executable that was built with the tests.
    convenience init(_ name: String, _ arguments: String...) throws {
        let products = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        try self.init(path: products.appendingPathComponent(name).path, arguments)
    }

    /// Starts a program by its path.
    init(path: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        // Not a pipe, whose ends another test's process could inherit before they are marked.
        #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        try SystemCall.check { socketpair(AF_UNIX, kind, 0, &ends) }
        output = ends[0]
        defer { _ = close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var identifier = pid_t()
        let failure = posix_spawn(&identifier, path, &actions, nil, words, environ)
        self.identifier = identifier
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    }

    deinit { _ = close(output) }

    /// Waits for the end; the lines that it printed, and its exit status.
    func end() async throws -> (lines: [Substring], status: Int32) {
        let (output, status) = try await output()
        return (String(decoding: output, as: UTF8.self).split(separator: "\n"), status)
    }

    /// Waits for the end; what it printed, and its exit status.
    func output() async throws -> (bytes: [UInt8], status: Int32) {
        try await onThread {
            var bytes: [UInt8] = []
            while let more = try self.read() { bytes += more }
            return (bytes, try self.wait())
        }
    }

    /// Kills the process, which has no say in it, once it has printed so many lines.
    func kill(afterLines count: Int) async throws {
        try await onThread {
            var lines = 0
            while lines < count, let more = try self.read() { lines += more.count { $0 == UInt8(ascii: "\n") } }
            _ = Foundation.kill(self.identifier, SIGKILL)
            _ = try self.wait()
        }
    }

    /// What has been printed; nil at the end.
    private func read() throws -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = try SystemCall.check { Foundation.read(output, &buffer, buffer.count) }
        return count > 0 ? buffer[..<count] : nil
    }

    /// The exit status, or the number of the signal that ended the process, negative.
    private func wait() throws -> Int32 {
        var status: Int32 = 0
        try SystemCall.check { waitpid(identifier, &status, 0) }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
