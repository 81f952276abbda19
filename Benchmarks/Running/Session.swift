import Endpoints

/// One run of the program: measures, prints, compares and judges.
struct Session {
    private let arguments: Arguments
    private let benchmarks: [Benchmark]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        benchmarks = Catalog.benchmarks.filter { benchmark in
            guard let filter = arguments.filter else { return !(arguments.isQuick && benchmark.isThorough) }
            return benchmark.name.contains(filter)
        }
        guard !benchmarks.isEmpty else { throw Misuse("no case has a name with “\(arguments.filter ?? "")” in it") }
    }

    /// Runs everything that was asked for, and returns the exit status.
    func run() async throws -> Int32 {
        let needsServer = arguments.server == nil && benchmarks.contains { $0.needsServer }
        let server = needsServer ? try ServerProcess() : nil
        defer { server?.stop() }
        let runner = Runner(
            server: server?.url ?? arguments.server ?? URL(filePath: "/"), isQuick: arguments.isQuick)
        say("server: \(server?.name ?? arguments.server?.absoluteString ?? "none"); figures are for one operation")
        say(Table.head)
        var measurements: [String: Measurement] = [:]
        var hasFailed = false
        for benchmark in benchmarks {
            do {
                measurements[benchmark.name] = try await measure(benchmark, by: runner)
            } catch {
                // A case that can't be measured says nothing about the others.
                say("FAILED  \(benchmark.name): \(error)")
                hasFailed = true
            }
        }
        let verdicts = try await judge(measurements, by: runner)
        let report = Report(
            server: server?.name,
            isQuick: arguments.isQuick,
            measurements: benchmarks.compactMap { measurements[$0.name] },
            verdicts: verdicts
        )
        try finish(report)
        return hasFailed || arguments.checks && verdicts.contains { !$0.holds } ? 1 : 0
    }

    private func measure(_ benchmark: Benchmark, by runner: Runner) async throws -> Measurement {
        let measurement = try await runner.run(benchmark)
        Table.lines(of: measurement).forEach(say)
        return measurement
    }

    /// Compares with the budgets; a broken one is measured once more before it counts, because machines are noisy, unless
    /// it is further off than noise can be.
    private func judge(_ measurements: [String: Measurement], by runner: Runner) async throws -> [Verdict] {
        let broken = Budget.all.filter { $0.verdict(on: measurements)?.isDoubtful ?? false }
        let doubtful = broken.reduce(into: Set<String>()) { $0.formUnion($1.benchmarks) }
        var again = measurements
        for benchmark in benchmarks where doubtful.contains(benchmark.name) {
            say("once more, because a budget is broken:")
            again[benchmark.name] = try await measure(benchmark, by: runner)
        }
        return Budget.all.compactMap { budget in
            guard let first = budget.verdict(on: measurements) else { return nil }
            return first.holds ? first : budget.verdict(on: again) ?? first
        }
    }

    private func finish(_ report: Report) throws {
        report.verdicts.forEach { say($0.description) }
        if arguments.updatesBaseline {
            try Baseline(report).save(as: "linux.json")
        } else {
            for (name, baseline) in Baseline.all {
                baseline.regressions(in: report).forEach { say("\($0) (\(name))") }
            }
        }
        switch arguments.json {
        case .standardOutput: Output.line(String(decoding: try report.json, as: UTF8.self))
        case .file(let path): try report.json.write(to: URL(filePath: path))
        case nil: break
        }
    }

    /// Standard output is for the JSON when that is what was asked for.
    private func say(_ line: String) {
        if case .standardOutput? = arguments.json { Output.error(line) } else { Output.line(line) }
    }
}
