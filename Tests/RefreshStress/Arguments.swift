import TestSupport

/// What the program is asked to do.
struct Arguments: Sendable {
    enum FormName: String, Sendable {
        case virtual, socket, processes
    }

    var form = FormName.virtual
    var rounds = 1_000
    var seed: UInt64 = 1

    /// Reads `--form virtual|socket|processes --rounds N --seed S`; nil when it is something else.
    init?(_ words: [String]) {
        var words = words[...]
        while let name = words.popFirst() {
            guard let value = words.popFirst() else { return nil }
            switch name {
            case "--form":
                guard let form = FormName(rawValue: value) else { return nil }
                self.form = form
            case "--rounds":
                guard let rounds = Int(value), rounds > 0 else { return nil }
                self.rounds = rounds
            case "--seed":
                guard let seed = UInt64(value) else { return nil }
                self.seed = seed
            default:
                return nil
            }
        }
    }

    /// A seed for each round; the first is the one given, so that one round runs again by its own seed.
    var seeds: [UInt64] {
        var random = SplitMix64(seed: seed)
        return [seed] + (1..<max(1, rounds)).map { _ in random.next() }
    }
}
