import Endpoints
import TestSupport

/// What the engine that is built on libcurl has to hold, each of it measured by a command of its own.
///
///     ENDPOINTS_TRANSPORT=curl EngineRun growth
///     ENDPOINTS_TRANSPORT=curl EngineRun cancellations 100000 7
///
/// Prints a line with what was measured, and exits with 1 when it doesn't hold. `.scripts/engine-run` runs all of them,
/// and sets up what `lookups` and `exits` need.
@main
struct EngineRun {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let name = words.first.flatMap(CheckName.init(rawValue:)), let check = name.check(words.dropFirst())
        else {
            print("usage: EngineRun \(CheckName.allCases.map(\.rawValue).joined(separator: "|"))")
            exit(2)
        }
        let engine = try URLSession.forEndpoints().transferEngine
        guard engine.name.hasPrefix("libcurl") else {
            print("The engine is \(engine). Set ENDPOINTS_TRANSPORT to curl.")
            exit(2)
        }
        let report = Report()
        report.startWatchdog(after: check.limit)
        let measured = try await check.run(report)
        report.line("\(name.rawValue): \(measured), \(report.violationCount) violations")
        if report.hasViolations { exit(1) }
    }
}
