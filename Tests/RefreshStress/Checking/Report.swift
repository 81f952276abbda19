/// What a round came to.
struct Report: Sendable {
    let seed: UInt64
    /// All that happened, an event a line.
    let lines: [String]
    /// How often what happened.
    let counts: [String: Int]
    let violations: [String]

    init(seed: UInt64, lines: [String], counts: [String: Int], violations: [String]) {
        self.seed = seed
        self.lines = lines
        self.counts = counts
        self.violations = violations
    }

    init(seed: UInt64, events: [Event], violations: [String]) {
        var counts: [String: Int] = [:]
        for event in events { counts[event.kind, default: 0] += 1 }
        self.init(seed: seed, lines: events.map(\.description), counts: counts, violations: violations)
    }

    /// The text of all that happened.
    var transcript: String { lines.enumerated().map { "\($0.offset)\t\($0.element)" }.joined(separator: "\n") }

    /// A digest of all that happened (FNV-1a), to compare two runs of a seed by.
    var digest: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return hash
    }
}
