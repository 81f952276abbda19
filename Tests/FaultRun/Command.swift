/// What the program is asked to do.
enum Command: Sendable {
    case calls(seed: UInt64, count: Int, parallel: Int)
    case size(SizeCase)
    case allSizes

    /// Reads the arguments; nil when they are something else.
    init?(_ words: [String]) {
        var words = words[...]
        switch words.popFirst() {
        case "calls":
            guard let calls = Self.calls(words) else { return nil }
            self = calls
        case "sizes":
            guard let name = words.popFirst() else {
                self = .allSizes
                return
            }
            guard let size = SizeCase(rawValue: name) else { return nil }
            self = .size(size)
        default:
            return nil
        }
    }

    private static func calls(_ words: ArraySlice<String>) -> Command? {
        var words = words
        var seed: UInt64 = 1
        var count = 2_000
        var parallel = 32
        while let name = words.popFirst() {
            guard let word = words.popFirst(), let value = UInt64(word) else { return nil }
            switch name {
            case "--seed": seed = value
            case "--count": count = Int(clamping: value)
            case "--parallel": parallel = max(1, Int(clamping: value))
            default: return nil
            }
        }
        return .calls(seed: seed, count: count, parallel: parallel)
    }
}
