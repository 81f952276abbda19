import Endpoints

/// The figures as a person reads them.
enum Table {
    static let head = row(
        "case / variant", ["CPU", "min", "max", "wall", "× CPU", "min", "max", "× wall", "allocs", "notes"])

    /// The lines of a case.
    static func lines(of measurement: Measurement) -> [String] {
        [measurement.benchmark.name] + measurement.variants.map { line(of: $0, in: measurement) }
    }

    private static func line(of variant: Variant, in measurement: Measurement) -> String {
        let cpu = measurement.spread(of: variant.name, .cpu)
        let wall = measurement.spread(of: variant.name, .wall)
        let floor = measurement.floor(of: variant)
        let cpuRatio = floor.flatMap { measurement.ratio(of: variant.name, to: $0, .cpu) }
        let wallRatio = floor.flatMap { measurement.ratio(of: variant.name, to: $0, .wall) }
        let allocations = measurement.spread(of: variant.name, .allocations)
        return row(
            "  \(variant.name)",
            [
                time(cpu?.median), time(cpu?.least), time(cpu?.greatest), time(wall?.median),
                ratio(cpuRatio?.median), ratio(cpuRatio?.least), ratio(cpuRatio?.greatest), ratio(wallRatio?.median),
                allocations.map { String(format: "%.1f", $0.median) } ?? "", notes(on: variant, in: measurement),
            ])
    }

    private static func notes(on variant: Variant, in measurement: Measurement) -> String {
        var notes: [String] = []
        if measurement.benchmark.callsPerRefresh != nil,
            let refreshes = measurement.spread(of: variant.name, .refreshes)
        {
            notes.append(String(format: "%.0f refresh(es)", refreshes.greatest))
        }
        if case .ownProcess = measurement.benchmark.place,
            let peak = measurement.spread(of: variant.name, .peakMemory),
            let growth = measurement.spread(of: variant.name, .memoryGrowth)
        {
            notes.append(String(format: "peak +%.1f MB, growth %.2f MB", peak.median, growth.median))
        }
        return notes.joined(separator: ", ")
    }

    static func row(_ name: String, _ cells: [String]) -> String {
        var line = name.padding(toLength: max(30, name.count), withPad: " ", startingAt: 0)
        for cell in cells { line += String(repeating: " ", count: max(1, 10 - cell.count)) + cell }
        return line
    }

    private static func time(_ seconds: Double?) -> String {
        guard let seconds else { return "" }
        switch seconds {
        case ..<1e-6: return String(format: "%.1f ns", seconds * 1e9)
        case ..<1e-3: return String(format: "%.2f µs", seconds * 1e6)
        default: return String(format: "%.3f ms", seconds * 1e3)
        }
    }

    private static func ratio(_ ratio: Double?) -> String {
        ratio.map { String(format: "%.2f", $0) } ?? ""
    }
}
