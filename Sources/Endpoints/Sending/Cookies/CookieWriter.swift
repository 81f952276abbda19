/// Changes a cookie storage that has a file, which takes some ten milliseconds a cookie, without waiting for the file.
///
/// A storage does one thing after the other. When all changes are in its line, whoever asks it for cookies, the program
/// too, gets an answer behind them.
enum CookieWriter {
    /// The number of threads at most: each holds a place in the line.
    private static let mostThreads = 8
    private static let writes = DispatchGroup()
    private static let process = getpid()
    /// Lets a program that ends after its last answer write first.
    private static let waitsAtExit: Void = {
        _ = process
        atexit { CookieWriter.wait() }
    }()

    /// Makes changes, and returns when they are about to be made.
    static func write(_ changes: [@Sendable () -> Void]) {
        _ = waitsAtExit
        let begun = DispatchSemaphore(value: 0)
        let threads = min(changes.count, mostThreads)
        for thread in 0..<threads {
            DispatchQueue(label: "Endpoints.cookies").async(group: writes) {
                begun.signal()
                for place in stride(from: thread, to: changes.count, by: threads) { changes[place]() }
            }
        }
        for _ in 0..<threads { begun.wait() }
    }

    /// Waits for all changes.
    static func wait() {
        // In a fork they never end.
        if getpid() == process { writes.wait() }
    }
}
