import Endpoints
import TestSupport

/// Calls to a server that does everything wrong, each of which has to end as it should.
///
///     FaultRun calls --seed 1 --count 2000 --parallel 32
///     FaultRun sizes
///
/// Exits with 1 when a promise was broken, and prints a line for each of them. `sizes` runs a process for each case, since
/// the peak of the memory belongs to the process; with a case's name it runs only that one.
@main
struct FaultRun {
    static func main() async throws {
        let report = Report()
        switch Command(Array(CommandLine.arguments.dropFirst())) {
        case .calls(let seed, let count, let parallel):
            report.startWatchdog(after: .seconds(60))
            try await CallRun(seed: seed, count: count, parallel: parallel, report: report).run()
        case .size(let size):
            report.startWatchdog(after: .seconds(240))
            try await SizeRun(size: size, report: report).run()
        case .allSizes:
            for size in SizeCase.allCases where try await !succeeds(size) { report.violation("\(size) failed") }
        case nil:
            print("usage: FaultRun calls --seed N [--count 2000] [--parallel 32] | sizes [\(SizeCase.names)]")
            exit(2)
        }
        if report.hasViolations { exit(1) }
    }

    /// Runs a case in a process of its own.
    private static func succeeds(_ size: SizeCase) async throws -> Bool {
        #if os(Linux) || os(macOS)
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return try await ChildProcess(program, ["sizes", size.rawValue], capturesOutput: false).end().status == 0
        #else
        // A device starts no processes.
        return false
        #endif
    }
}
