import Endpoints

/// The promises that were broken.
package final class Report: Sendable {
    private let count = Locked(0)

    package init() {}

    package var hasViolations: Bool { violationCount > 0 }

    /// How many there are.
    package var violationCount: Int { count.withLock { $0 } }

    /// Takes note of a broken promise.
    package func violation(_ text: String) {
        count.withLock { $0 += 1 }
        line("VIOLATION \(text)")
    }

    /// Takes note unless the condition holds.
    package func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition { violation(text()) }
    }

    /// Prints at once, also into a pipe.
    package func line(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// Ends the process when it hangs.
    package func startWatchdog(after limit: Duration) {
        Task.detached {
            try? await Task.sleep(for: limit)
            self.violation("it hangs: not over after \(limit)")
            exit(1)
        }
    }
}
