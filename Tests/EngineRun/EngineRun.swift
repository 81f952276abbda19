import Endpoints
import TestSupport

/// What the engine that is built on libcurl has to hold, each of it measured by a command of its own.
///
///     EngineRun growth
///     EngineRun cancellations 100000 7
///
/// Prints a line with what was measured, and exits with 1 when it doesn't hold. `.scripts/engine-run` runs all of them,
/// and sets up what `lookups` and `exits` need.
@main
struct EngineRun {
    /// It waits by itself: valgrind can't run a program whose main function is asynchronous.
    static func main() {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await run()
            } catch {
                print("EngineRun: \(error)")
                exit(2)
            }
            isDone.signal()
        }
        isDone.wait()
    }

    private static func run() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let name = words.first.flatMap(CheckName.init(rawValue:)), let check = name.check(words.dropFirst())
        else {
            print("usage: EngineRun \(CheckName.allCases.map(\.rawValue).joined(separator: "|"))")
            exit(2)
        }
        let engine = try URLSession.forEndpoints().transferEngine
        guard engine.name.hasPrefix("libcurl") else {
            print("The engine is \(engine).")
            exit(2)
        }
        let report = Report()
        report.startWatchdog(after: check.limit)
        let measured = try await check.run(report)
        report.line("\(name.rawValue): \(measured), \(report.violationCount) violations")
        if report.hasViolations { exit(1) }
    }
}
