import Endpoints
import TestSupport

/// Something that the engine has to hold.
protocol Check: Sendable {
    /// The time after which it is taken to hang.
    var limit: Duration { get }

    /// Measures it, and reports what doesn't hold.
    ///
    /// - Returns: what was measured, in a few words.
    func run(_ report: Report) async throws -> String
}

extension Check {
    var limit: Duration { .seconds(120) }
}

/// The commands of the program.
enum CheckName: String, CaseIterable {
    case growth, limits, waiting, neighbour, sessions, idle, lookups, cancellations, faults, exits, fork
    case waitingSecurely = "waiting-securely"
    case exitDuringHandshakes = "exit-during-handshakes"

    /// The check by its arguments; nil when they are something else.
    func check(_ words: ArraySlice<String>) -> (any Check)? {
        let numbers = words.compactMap { UInt64($0) }
        guard numbers.count == words.count, words.count <= 2 else { return nil }
        let count = numbers.first.map { Int(clamping: $0) }
        let seed = numbers.dropFirst().first ?? 1
        switch self {
        case .growth: return Growth()
        case .limits: return Limits()
        case .waiting: return Waiting()
        case .waitingSecurely: return WaitingSecurely()
        case .neighbour: return Neighbour()
        case .sessions: return Sessions()
        case .idle: return Idle()
        case .lookups: return Lookups()
        case .cancellations: return Cancellations(count: count ?? 100_000, seed: seed)
        case .faults: return Faults(count: count ?? 20_000, seed: seed)
        case .exits: return TLSSite().map { Exits(count: count ?? 200, seed: seed, site: $0) }
        case .exitDuringHandshakes: return TLSSite().map { ExitDuringHandshakes(seed: numbers.first ?? 1, site: $0) }
        case .fork: return Fork()
        }
    }
}
