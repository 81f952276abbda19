import TestSupport
import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct TimeLimitTests {
    @Test("C-03 the limit ends and cancels what takes too long")
    func ends() async {
        let clock = ManualClock()
        let cancelled = Signal()
        let call = Task {
            await TimeLimit.$clock.withValue(clock) {
                await Result { () async throws(TransportFailure) in
                    try await TimeLimit.run(.milliseconds(300), expiry: timedOut) {
                        () async throws(TransportFailure) -> Int in
                        try? await SharedResult<Void>().value()
                        cancelled.send()
                        throw TransportFailure(code: .cancelled)
                    }
                }
            }
        }
        try? await clock.sleepers(1)
        clock.advance(by: .milliseconds(299))
        clock.advance(by: .milliseconds(1))
        #expect(await call.value.failure?.code == .timedOut)
        await cancelled.wait()
    }

    @Test("what is in time is not touched")
    func inTime() async throws {
        let clock = ManualClock()
        let value = try await TimeLimit.$clock.withValue(clock) {
            try await TimeLimit.run(.seconds(1), expiry: timedOut) { () async throws(TransportFailure) in 7 }
        }
        #expect(value == 7)
    }

    @Test("a limit of nothing ends the attempt before it begins", arguments: [Duration.zero, .seconds(-1)])
    func nothing(limit: Duration) async {
        let result = await Result { () async throws(TransportFailure) in
            try await TimeLimit.run(limit, expiry: timedOut) { () async throws(TransportFailure) -> Int in
                Issue.record("it began")
                return 1
            }
        }
        #expect(result.failure?.code == .timedOut)
    }

    @Test("C-01 a cancelled caller is cancelled, not timed out")
    func cancelled() async {
        let clock = ManualClock()
        let call = Task {
            await TimeLimit.$clock.withValue(clock) {
                await Result { () async throws(TransportFailure) in
                    try await TimeLimit.run(.seconds(1), expiry: timedOut) { () async throws(TransportFailure) -> Int in
                        do {
                            return try await SharedResult<Int>().value()
                        } catch {
                            throw TransportFailure(code: .cancelled)
                        }
                    }
                }
            }
        }
        try? await clock.sleepers(1)
        call.cancel()
        #expect(await call.value.failure?.code == .cancelled)
    }

    @Test(
        "K5 what is handed to the platform is finite and whole",
        arguments: [
            (0.5, 1.0), (0, 1), (-1, 1), (1.9, 2), (60, 60), (.infinity, 300_000_000), (.nan, 300_000_000),
            (1e18, 300_000_000), (.greatestFiniteMagnitude, 300_000_000), (-.infinity, 300_000_000),
        ] as [(TimeInterval, TimeInterval)]
    )
    func clamps(interval: TimeInterval, expected: TimeInterval) {
        #expect(PlatformTimeout.clamped(interval) == expected)
    }
}

@Sendable private func timedOut() -> TransportFailure { TransportFailure(code: .timedOut) }

extension Result where Success: Sendable {
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
    }

    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
