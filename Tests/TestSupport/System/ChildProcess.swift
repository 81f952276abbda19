#if os(Linux) || os(macOS)
import Endpoints

/// A program that runs beside a test: one of this package, or one of the system.
///
/// The system's own call starts it. Foundation's `Process` ends the test process when several are started at once, and
/// its `FileHandle` does when a signal interrupts a read.
package final class ChildProcess: Sendable {
    private let identifier: pid_t
    private let output: Int32?
    /// Whether the system may have given the number to another process.
    private let isReaped = Locked(false)

    /// Starts a program that is built with the tests.
    package convenience init(
        product name: String, _ arguments: String..., image: UnsafeRawPointer = #dsohandle
    ) throws {
        try self.init(try ProductsFolder.url(image: image).appendingPathComponent(name).path, arguments)
    }

    /// Starts a program by its path, with nothing to read.
    ///
    /// - Parameter capturesOutput: whether what it prints is kept for ``output()`` and ``end()``; else it goes where
    ///   the output of this process goes. A program that leaves others behind would keep those waiting.
    package init(_ path: String, _ arguments: [String] = [], capturesOutput: Bool = true) throws(CallFailure) {
        guard capturesOutput else {
            output = nil
            identifier = try Spawn.start(path, arguments, output: STDOUT_FILENO)
            return
        }
        let ends = try Spawn.channel()
        defer { _ = close(ends.writer) }
        do {
            identifier = try Spawn.start(path, arguments, output: ends.writer)
        } catch {
            _ = close(ends.reader)
            throw error
        }
        output = ends.reader
    }

    deinit {
        if let output { _ = close(output) }
    }

    /// Waits for the end; the lines that it printed, and its exit status.
    @discardableResult
    package func end() async throws -> (lines: [Substring], status: Int32) {
        let (output, status) = try await output()
        return (String(decoding: output, as: UTF8.self).split(separator: "\n"), status)
    }

    /// Waits for the end; what it printed, and its exit status.
    package func output() async throws -> (bytes: [UInt8], status: Int32) {
        try await onThread {
            var bytes: [UInt8] = []
            while let more = try self.read() { bytes += more }
            return (bytes, try self.wait())
        }
    }

    /// Kills the process, which has no say in it, once it has printed so many lines.
    package func kill(afterLines count: Int) async throws {
        try await onThread {
            var lines = 0
            while lines < count, let more = try self.read() { lines += more.count { $0 == UInt8(ascii: "\n") } }
            self.kill()
            _ = try self.wait()
        }
    }

    /// Kills the process, which has no say in it, and doesn't wait.
    package func kill() {
        isReaped.withLock { if !$0 { _ = Foundation.kill(identifier, SIGKILL) } }
    }

    /// Keeps its thread waiting for the end of a process whose output isn't captured.
    ///
    /// - Returns: the exit status, or the number of the signal that ended it, negative.
    @discardableResult
    package func waitForEnd() throws(CallFailure) -> Int32 { try wait() }

    /// What has been printed; nil at the end.
    private func read() throws(CallFailure) -> ArraySlice<UInt8>? {
        guard let output else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = try CallFailure.check("read") { Foundation.read(output, &buffer, buffer.count) }
        return count > 0 ? buffer[..<count] : nil
    }

    /// The exit status, or the number of the signal that ended the process, negative.
    private func wait() throws(CallFailure) -> Int32 {
        var information = siginfo_t()
        try CallFailure.check("waitid") { waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) }
        var status: Int32 = 0
        try isReaped.withLock { (isReaped) throws(CallFailure) in
            isReaped = true
            try CallFailure.check("waitpid") { waitpid(identifier, &status, 0) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
#endif
