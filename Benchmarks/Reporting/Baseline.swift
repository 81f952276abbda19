import Endpoints

/// The figures of an earlier run that don't depend on the machine: ratios and counts, never seconds.
struct Baseline: Sendable, Codable {
    struct Entry: Sendable, Codable {
        var cpuRatio: Double?
        var allocations: Double?
        var peakMemory: Double?
    }

    /// By `CASE/VARIANT`.
    var entries: [String: Entry]

    init(_ report: Report) {
        entries = [:]
        for figures in report.figures {
            entries["\(figures.subject)"] = Entry(
                cpuRatio: figures.cpuRatio.map { Self.rounded($0.median) },
                allocations: figures.allocations.map { Self.rounded($0.median) },
                peakMemory: figures.peakMemory.map { Self.rounded($0.median) }
            )
        }
    }

    /// What is worse in a report, a line each.
    func regressions(in report: Report) -> [String] {
        Baseline(report).entries.sorted { $0.key < $1.key }.flatMap { subject, now -> [String] in
            guard let before = entries[subject] else { return [] }
            return [
                // Ratios of work that waits for others repeat within a tenth, counts within a few hundredths.
                Self.line(subject, "CPU ratio", now.cpuRatio, before.cpuRatio, factor: 1.15, slack: 0.03),
                Self.line(subject, "allocations", now.allocations, before.allocations, factor: 1.03, slack: 0.5),
                Self.line(subject, "peak memory", now.peakMemory, before.peakMemory, factor: 1.15, slack: 2),
            ].compactMap { $0 }
        }
    }

    private static func line(
        _ subject: String, _ quantity: String, _ now: Double?, _ before: Double?, factor: Double, slack: Double
    ) -> String? {
        guard let now, let before, now > before * factor + slack else { return nil }
        return "worse than the baseline: \(subject) \(quantity) \(now), was \(before)"
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 1000).rounded() / 1000
    }
}

extension Baseline {
    /// The folder of baselines, beside this source or in the package folder that the program is run in.
    private static var folder: URL {
        let here = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let beside = here.appending(path: "Baselines")
        if FileManager.default.fileExists(atPath: beside.path) { return beside }
        return URL(filePath: FileManager.default.currentDirectoryPath).appending(path: "Benchmarks/Baselines")
    }

    /// The baselines that there are, the names of their files with them.
    static var all: [(name: String, baseline: Baseline)] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.compactMap { file in
            guard let data = try? Data(contentsOf: file) else { return nil }
            guard let baseline = try? JSONDecoder().decode(Baseline.self, from: data) else { return nil }
            return (file.lastPathComponent, baseline)
        }
    }

    /// Puts the entries into the file of that name; those of other cases stay.
    func save(as name: String) throws {
        let before = Self.all.first { $0.name == name }?.baseline.entries ?? [:]
        var merged = self
        merged.entries = before.merging(entries) { $1 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(merged) + Data("\n".utf8)).write(to: Self.folder.appending(path: name))
    }
}
