import Endpoints

/// What all rounds came to.
final class Tally: Sendable {
    private struct State: Sendable {
        var rounds = 0
        var digest: UInt64 = 0
        var counts: [String: Int] = [:]
        var failure: Report?
    }

    private let state = Locked(State())

    /// The first round in which something was wrong.
    var failure: Report? { state.withLock(\.failure) }

    /// Takes in a round; false when something was wrong.
    func take(_ report: Report) -> Bool {
        state.withLock { state in
            state.rounds += 1
            state.digest = (state.digest &* 31) ^ report.digest
            for (kind, count) in report.counts { state.counts[kind, default: 0] += count }
            if !report.violations.isEmpty { state.failure = report }
            return report.violations.isEmpty
        }
    }

    /// The counts, and the digest of all traces.
    var summary: String {
        state.withLock { state in
            let counts = state.counts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
            let digest = String(state.digest, radix: 16)
            return (["\(state.rounds) rounds, trace \(digest)"] + counts).joined(separator: "\n")
        }
    }
}
