import Endpoints

/// The median time of one run, and the most memory that the process ever had over what it began with.
struct Figures {
    var milliseconds: Double
    var kilobytes: Int

    /// Measures in this process.
    init(of benchmark: any Benchmark.Type, runs: Int = 9) async throws {
        let before = Self.peakMemory
        var times: [Double] = []
        for _ in 0..<runs {
            let time = try await ContinuousClock().measure { try await benchmark.run() }
            times.append(Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15)
        }
        milliseconds = times.sorted()[runs / 2]
        kilobytes = Self.peakMemory - before
    }

    /// Measures in a process of its own.
    init(ofProcess name: String) throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(bytes: output.fileHandleForReading.readDataToEndOfFile(), encoding: .utf8) ?? ""
        process.waitUntilExit()
        let numbers = text.split { $0.isWhitespace }
        guard process.terminationStatus == 0, numbers.count == 2, let milliseconds = Double(numbers[0]),
            let kilobytes = Int(numbers[1])
        else { throw UnknownCase(name: name) }
        self.milliseconds = milliseconds
        self.kilobytes = kilobytes
    }

    private static var peakMemory: Int {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
        #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1024
        #endif
    }
}
