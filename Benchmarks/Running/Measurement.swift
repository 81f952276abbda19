/// Everything that was measured of a case.
struct Measurement: Sendable {
    let benchmark: Benchmark
    let variants: [Variant]
    /// The samples of each round, by variant.
    let rounds: [[String: Sample]]

    /// The variant's figures over all rounds.
    func spread(of variant: String, _ quantity: Quantity) -> Spread? {
        Spread(rounds.compactMap { $0[variant].map(quantity.value) })
    }

    /// The variant's figures as ratios to another one's of the same round.
    func ratio(of variant: String, to other: String, _ quantity: Quantity) -> Spread? {
        Spread(
            rounds.compactMap { round in
                guard let sample = round[variant], let reference = round[other] else { return nil }
                return quantity.value(sample) / quantity.value(reference)
            })
    }

    /// What the variant is compared with; nil for a floor.
    func floor(of variant: Variant) -> String? {
        let floor = variant.floor ?? variants.first?.name
        return floor == variant.name ? nil : floor
    }
}

/// What is measured.
enum Quantity: String, Sendable, Codable {
    case cpu, wall, allocations, refreshes, peakMemory, memoryGrowth

    func value(_ sample: Sample) -> Double {
        switch self {
        case .cpu: sample.cpu
        case .wall: sample.wall
        case .allocations: sample.allocations
        case .refreshes: sample.refreshes
        case .peakMemory: sample.peakMemory
        case .memoryGrowth: sample.memoryGrowth
        }
    }
}

/// The median of some figures, the least and the greatest.
struct Spread: Sendable, Codable {
    let median: Double
    let least: Double
    let greatest: Double

    init?(_ figures: [Double]) {
        let sorted = figures.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        least = first
        greatest = last
    }
}
