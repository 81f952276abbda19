import Endpoints

/// The promises that were broken.
final class Report: Sendable {
    private let count = Locked(0)

    var hasViolations: Bool { count.withLock { $0 > 0 } }

    /// How many there are.
    var violationCount: Int { count.withLock { $0 } }

    /// Takes note of a broken promise.
    func violation(_ text: String) {
        count.withLock { $0 += 1 }
        line("VIOLATION \(text)")
    }

    /// Takes note unless the condition holds.
    func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition { violation(text()) }
    }

    /// Prints at once, also into a pipe.
    func line(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// Ends the process when it hangs.
    func startWatchdog(after limit: Duration) {
        Task.detached {
            try? await Task.sleep(for: limit)
            self.violation("it hangs: not over after \(limit)")
            exit(1)
        }
    }
}
