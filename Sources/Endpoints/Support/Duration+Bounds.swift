extension Duration {
    /// About ten years; the clocks and the platform's limits end the process for what is far beyond.
    static let longest = Duration.seconds(300_000_000)

    /// The duration, or the longest that can be waited for.
    package var bounded: Duration {
        min(max(self, .zero - .longest), .longest)
    }

    /// The duration in seconds, within bounds.
    var timeInterval: TimeInterval {
        let components = bounded.components
        return TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }

    /// The duration in whole milliseconds, for people.
    var milliseconds: String {
        let components = bounded.components
        return "\(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) ms"
    }
}
