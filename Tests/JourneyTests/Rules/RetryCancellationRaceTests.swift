import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Cancellations of many calls, and at the moment of a retry.
@Suite("Retries and many cancellations", .timeLimit(.minutes(5)))
struct RetryCancellationRaceTests {
    private let asked = Locked(0)
    private let log = EventLog()
    private let session = URLSession.fresh()

    /// A policy that says yes to everything, and waits 5 s.
    private var options: RequestOptions {
        let policy = RetryPolicy(maxRetries: 5, baseDelay: .seconds(5), jitter: .none) { [asked] _ in
            asked.withLock { $0 += 1 }
            return true
        }
        return RequestOptions(retryPolicy: policy, observers: [log])
    }

    @Test("T-04 a hundred calls in their waits all end when their group is cancelled")
    func group() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer.immediate { _ in Reply(status: 503) }
        let session = URLSession.fresh(connections: 20)
        let url = server.url
        let options = options
        let cancelled = await TimeLimit.$clock.withValue(clock) {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        await session.result(with: Item(name: "\(number)"), environment: url, options: options)
                            .failure?.isCase(.cancelled) == true
                    }
                }
                try? await clock.sleepers(100)
                group.cancelAll()
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        #expect(cancelled == 100)
        #expect(server.requestCount == 100)
        #expect(clock.sleeperCount == 0)
        #expect(log.kinds.count { $0 == .failed } == 100)
    }

    @Test("T-04 a cancellation that meets the end of the wait ends the call once, whichever comes first")
    func race() async throws {
        for _ in 0..<50 {
            let clock = ManualClock()
            let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "well")])
            let log = EventLog()
            var options = options
            options.observers = [log]
            let call = session.begin(Item(name: "a"), at: server.url, options: options, on: clock)
            try await clock.sleepers(1)
            async let advanced: Void = clock.advance(by: .seconds(5))
            call.cancel()
            await advanced
            switch await call.value {
            case .success(let text): #expect(text == "well")
            case .failure(let error): #expect(error.isCase(.cancelled))
            }
            #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == 1)
            #expect(server.requestCount <= 2)
        }
    }
}
