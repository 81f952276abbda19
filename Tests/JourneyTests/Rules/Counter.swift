import Endpoints

/// Counts and collects what concurrent callbacks report.
actor Counter {
    private(set) var count = 0
    private(set) var notes: [String] = []

    /// Counts one, with a word about it.
    @discardableResult
    func add(_ note: String = "") -> Int {
        count += 1
        notes.append(note)
        return count
    }
}

/// A value that is set once it exists, for closures that refer to their owner.
final class Later<Value: Sendable>: Sendable {
    private let stored = Locked<Value?>(nil)

    /// The value, once there is one.
    var value: Value? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// A generator whose seed makes a run repeatable.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
