import Endpoints

/// A piece of work, and the ways to do it that are compared.
struct Benchmark: Sendable {
    /// Where the variants run.
    enum Place: Sendable {
        /// In turns in one process, so that whatever else the machine does hits all alike.
        case shared
        /// Each in a process that does nothing else, after some operations that don't count, so that its memory is its
        /// own.
        case ownProcess(warmUp: Int)
    }

    let name: String
    /// How many operations a variant does in a round.
    let operations: Int
    var rounds = 11
    var quickRounds = 5
    /// Left out of `--quick`: nothing that is checked comes of it.
    var isThorough = false
    var place = Place.shared
    var needsServer = false
    /// The number of calls that share one refresh, where there are refreshes.
    var callsPerRefresh: Int?
    /// Figures that are computed from those of one round.
    var derived: @Sendable ([String: Sample]) -> [String: Sample] = { _ in [:] }
    /// Makes the variants; the first is the floor of those that name no other.
    let variants: @Sendable (_ server: URL) throws -> [Variant]
}

/// One way to do the work.
struct Variant: Sendable {
    let name: String
    /// The variant that this one is compared with; the first one unless given.
    var floor: String?
    /// The share of the case's operations that it does, for variants whose operations are dearer.
    var share = 1.0
    /// Does the work a number of times.
    let run: @Sendable (_ operations: Int) async throws -> Void

    func operations(of benchmark: Benchmark) -> Int {
        let unit = benchmark.callsPerRefresh ?? 1
        return max(unit, Int(Double(benchmark.operations) * share))
    }
}
