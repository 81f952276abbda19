import Endpoints

/// Figures of speed and memory.
///
///     swift run -c release Benchmarks         every case, each in a process of its own, so that its memory is its own
///     swift run -c release Benchmarks CASE    one case
///
/// A ratio compares with the case before it, in the same run.
@main
struct Benchmarks {
    static var cases: [any Benchmark.Type] { [PlainTokenWait.self, TokenWait.self] }

    static func main() async throws {
        if let name = CommandLine.arguments.dropFirst().first {
            guard let benchmark = cases.first(where: { $0.name == name }) else { throw UnknownCase(name: name) }
            let figures = try await Figures(of: benchmark)
            print("\(figures.milliseconds) \(figures.kilobytes)")
            return
        }
        var reference: Double?
        for benchmark in cases {
            let figures = try Figures(ofProcess: benchmark.name)
            let ratio = reference.map { String(format: "%5.2f ×", figures.milliseconds / $0) } ?? "       "
            let line = String(format: "%9.1f ms  %7d KB", figures.milliseconds, figures.kilobytes)
            print("\(benchmark.name.padding(toLength: 28, withPad: " ", startingAt: 0)) \(line)  \(ratio)")
            reference = reference ?? figures.milliseconds
        }
    }
}

/// One thing that is measured.
protocol Benchmark: Sendable {
    /// What it is called on the command line.
    static var name: String { get }
    /// Does it once.
    static func run() async throws
}

/// The argument is no case.
struct UnknownCase: Error {
    let name: String
}
