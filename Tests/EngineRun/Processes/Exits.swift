import Endpoints
import TestSupport

/// A TLS server that the environment variable `TLS_URL` names, whose certificate nobody trusts.
struct TLSSite: Sendable {
    let url: URL

    init?() {
        guard let text = ProcessInfo.processInfo.environment["TLS_URL"], let url = URL(string: text) else { return nil }
        self.url = url
    }
}

/// Processes that exit while the engine is at work end by themselves and in time.
struct Exits: Check {
    let count: Int
    let seed: UInt64
    let site: TLSSite

    var limit: Duration { .seconds(600) }

    func run(_ report: Report) async throws -> String {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        // What prints the stack of a crash would keep the output open, and this process waiting for its end.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        let slowest = Locked(Duration.zero)
        await repeatedly(count, parallel: 4) { number in
            let words = [CheckName.exitDuringHandshakes.rawValue, "\(seed &+ UInt64(number))"]
            let clock = ContinuousClock()
            let start = clock.now
            do {
                let process = try ChildProcess(program, words)
                let watchdog = Task {
                    try await Task.sleep(for: .seconds(10))
                    report.violation("process \(number) didn't end")
                    process.kill()
                }
                let end = try await process.end()
                watchdog.cancel()
                report.expect(end.status == 0, "process \(number) ended with \(end.status) \(end.lines)")
            } catch {
                report.violation("process \(number): \(error)")
            }
            slowest.withLock { $0 = max($0, clock.now - start) }
        }
        return "\(count) processes exited during handshakes, the slowest took \(slowest.withLock { $0 }.inSeconds)"
    }
}

/// Starts many handshakes and exits at a moment of the seed's.
struct ExitDuringHandshakes: Check {
    let seed: UInt64
    let site: TLSSite

    func run(_ report: Report) async throws -> String {
        var random = SplitMix64(seed: seed)
        let moment = UInt32(random.below(80_000))
        let session = URLSession.forChecks(connections: 64)
        Thread.detachNewThread {
            usleep(moment)
            exit(0)
        }
        // None of them succeeds: the certificate is one of its own, so each handshake ends in a new one.
        await repeatedly(.max, parallel: 32) { _ in _ = await session.text("never", at: site.url) }
        return "nothing"
    }
}
