/// Changes cookie storages, those with a file behind the answers' backs: each change syncs it, some ten milliseconds.
enum CookieWriter {
    /// One for all storages, so that the changes of two sessions come one after the other.
    static let queue = DispatchQueue(label: "Endpoints.cookies")
    private static let waiting = Locked(0)
    private static let process = getpid()
    /// Lets a program that ends after its last answer write first.
    private static let waitsAtExit: Void = {
        _ = process
        atexit { CookieWriter.wait() }
    }()

    /// Runs a change soon, after those that are there.
    static func write(_ change: @escaping @Sendable () -> Void) {
        _ = waitsAtExit
        waiting.withLock { $0 += 1 }
        queue.async {
            change()
            waiting.withLock { $0 -= 1 }
        }
    }

    /// Waits for the changes that are there.
    static func wait() {
        // A fork has a copy of the queue that nobody works on.
        if waiting.withLock({ $0 > 0 }), getpid() == process { queue.sync {} }
    }
}
