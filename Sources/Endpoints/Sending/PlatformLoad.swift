/// Whether the platform is busy unpacking a body that has turned out too large.
///
/// On Linux it unpacks what has arrived in one go, and all sessions of the process have one queue: for as long as that
/// takes, whoever makes a task is held up, and so would be its time limit.
enum PlatformLoad {
    private static let transfers = Locked(0)

    /// Whether making a task may take long.
    static var isHigh: Bool { transfers.withLock { $0 > 0 } }

    /// Notes that a transfer has begun to unpack more than is wanted.
    static func begin() { transfers.withLock { $0 += 1 } }

    /// Notes that such a transfer is over.
    static func end() { transfers.withLock { $0 -= 1 } }
}
