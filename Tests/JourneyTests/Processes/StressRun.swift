#if os(Linux) || os(macOS)
import Endpoints
import TestSupport

/// What a run of the program `RefreshStress` came to.
struct StressRun: Sendable {
    let status: Int32
    private let lines: [String]

    /// Runs the program to its end.
    init(form: String, rounds: Int, seed: UInt64) async throws {
        let process = try ChildProcess(
            product: "RefreshStress", "--form", form, "--rounds", "\(rounds)", "--seed", "\(seed)")
        let end = try await process.end()
        status = end.status
        lines = end.lines.map(String.init)
    }

    /// The line that says how many rounds there were, and what digest everything that happened in them has.
    var summary: String? { lines.first { $0.contains(" rounds, trace ") } }

    /// The end of the output, where a violation is, with its seed and all that led to it.
    var tail: String { lines.suffix(120).joined(separator: "\n") }
}
#endif
