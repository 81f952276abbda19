import Endpoints

/// The program `RefreshStress`, which the package builds beside the tests.
enum StressProgram {
    /// What a run of the program came to.
    struct Run: Sendable {
        let status: Int32
        let output: String

        /// The digest of everything that happened.
        var trace: Substring? {
            output.split(separator: "\n").first { $0.contains("trace ") }?.split(separator: " ").last
        }

        /// The end of the output, where a violation and its seed are.
        var tail: String { output.split(separator: "\n").suffix(120).joined(separator: "\n") }
    }

    /// The program was not built, or is somewhere else.
    struct Missing: Error {
        let folders: [URL]
    }

    /// A run's seed: the one that is asked for from outside, or the test's own.
    static func seed(_ seed: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment["ENDPOINTS_STRESS_SEED"].flatMap { UInt64($0) } ?? seed
    }

    /// Runs the program to its end, without holding up a thread.
    static func run(form: String, rounds: Int, seed: UInt64) async throws -> Run {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("refresh-stress-\(UUID().uuidString)")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let process = Process()
        process.executableURL = try location()
        process.arguments = ["--form", form, "--rounds", "\(rounds)", "--seed", "\(seed)"]
        // A file takes any amount of output; a pipe would have to be emptied at the same time.
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation { (end: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        return Run(status: status, output: String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }

    /// Beside the test bundle, wherever the package is built.
    private static func location() throws -> URL {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let programs = CommandLine.arguments.filter { $0.contains(".xctest") }.prefix(4).map(URL.init(fileURLWithPath:))
        var folders: [URL] = []
        for place in programs + bundles {
            // The bundle's folder; on Apple platforms the executable lies three folders deep in the bundle.
            var folder = place
            for _ in 0..<5 {
                folders.append(folder)
                folder.deleteLastPathComponent()
            }
        }
        let candidates = folders.map { $0.appendingPathComponent("RefreshStress") }
        guard let program = candidates.first(where: { isProgram($0) }) else { throw Missing(folders: folders) }
        return program
    }

    private static func isProgram(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: url.path)
    }
}
