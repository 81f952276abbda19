import Foundation
import Testing

/// An executable of this package that runs beside a test.
final class HelperProcess {
    private let process = Process()
    private let output = Pipe()

    /// Starts an executable that was built with the tests.
    init(_ name: String, _ arguments: String...) throws {
        let products = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent(name)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
    }

    /// Waits for the end; the lines that it printed, and its exit status.
    func end() async -> (lines: [Substring], status: Int32) {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [process, output] in
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let text = String(bytes: data, encoding: .utf8) ?? ""
                continuation.resume(returning: (text.split(separator: "\n"), process.terminationStatus))
            }
        }
    }

    /// Kills the process, which has no say in it, once it has printed so many lines.
    func kill(afterLines count: Int) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async { [process, output] in
                var lines = 0
                while lines < count {
                    let data = output.fileHandleForReading.availableData
                    guard !data.isEmpty else { break }
                    lines += data.count { $0 == UInt8(ascii: "\n") }
                }
                Foundation.kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                continuation.resume()
            }
        }
    }
}
