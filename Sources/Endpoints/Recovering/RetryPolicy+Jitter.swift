extension RetryPolicy {
    /// How a wait is spread at random.
    public struct Jitter: Sendable {
        private let choose: (@Sendable (ClosedRange<Int64>) -> Int64)?

        /// The wait is just as long as it was computed.
        public static let none = Jitter(choose: nil)

        /// Any time between zero and the computed wait, each as likely as the other.
        public static let full = Jitter { Int64.random(in: $0) }

        /// The same, chosen by a generator, whose seed then decides about all waits.
        ///
        /// - Parameter generator: copied once, and shared by everybody who uses the policy.
        public static func full(using generator: some RandomNumberGenerator & Sendable) -> Jitter {
            let generator = Locked(generator)
            return Jitter { range in generator.withLock { Int64.random(in: range, using: &$0) } }
        }

        /// A wait that is no longer than the given one.
        func spread(_ delay: Duration) -> Duration {
            guard let choose, delay > .zero else { return delay }
            let parts = delay.bounded.components
            return .nanoseconds(choose(0...(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)))
        }
    }
}
