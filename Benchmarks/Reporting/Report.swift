import Endpoints

/// All figures of a run, as JSON holds them; times are seconds for one operation, memory is in megabytes.
struct Report: Sendable, Codable {
    struct Figures: Sendable, Codable {
        let subject: Subject
        var floor: String?
        var cpu: Spread?
        var wall: Spread?
        var cpuRatio: Spread?
        var wallRatio: Spread?
        var allocations: Spread?
        var refreshes: Spread?
        var peakMemory: Spread?
        var memoryGrowth: Spread?
    }

    let server: String?
    let isQuick: Bool
    let figures: [Figures]
    let verdicts: [Verdict]

    init(server: String?, isQuick: Bool, measurements: [Measurement], verdicts: [Verdict]) {
        self.server = server
        self.isQuick = isQuick
        self.verdicts = verdicts
        figures = measurements.flatMap { measurement in
            measurement.variants.map { Figures($0, of: measurement) }
        }
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

extension Report.Figures {
    init(_ variant: Variant, of measurement: Measurement) {
        subject = Subject(measurement.benchmark.name, variant.name)
        cpu = measurement.spread(of: variant.name, .cpu)
        wall = measurement.spread(of: variant.name, .wall)
        allocations = measurement.spread(of: variant.name, .allocations)
        if let floor = measurement.floor(of: variant) {
            self.floor = floor
            cpuRatio = measurement.ratio(of: variant.name, to: floor, .cpu)
            wallRatio = measurement.ratio(of: variant.name, to: floor, .wall)
        }
        if measurement.benchmark.callsPerRefresh != nil {
            refreshes = measurement.spread(of: variant.name, .refreshes)
        }
        if case .ownProcess = measurement.benchmark.place {
            peakMemory = measurement.spread(of: variant.name, .peakMemory)
            memoryGrowth = measurement.spread(of: variant.name, .memoryGrowth)
        }
    }
}
