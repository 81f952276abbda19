import Endpoints

/// This program once more, in a process beside this one.
final class OwnProcess {
    #if os(Linux) || os(macOS)
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Waits for what it prints next; empty at the end.
    func nextOutput() -> Data { output.fileHandleForReading.availableData }

    /// Ends its standard input, waits for its end, and returns its exit status.
    @discardableResult
    func finish() -> Int32 {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
    #else
    init(_ arguments: [String]) throws {
        throw WrongResult("this system starts no processes; choose cases that need none, or give --server")
    }

    func nextOutput() -> Data { Data() }

    @discardableResult
    func finish() -> Int32 { 1 }
    #endif
}
