/// Where the replies of a wire mock come from.
final class WireResponder: Sendable {
    enum Source: Sendable {
        /// Replies that are at hand, by number.
        case list(@Sendable (Int) throws -> WireReply)
        /// Somebody's code, which may take its time.
        case function(@Sendable (URLRequest, Int) async throws -> WireReply)
    }

    let source: Source
    private let count = Locked(0)

    init(_ source: Source) {
        self.source = source
    }

    /// The number of the next reply, from 0.
    func number() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
