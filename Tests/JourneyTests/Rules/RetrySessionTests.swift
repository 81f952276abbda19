import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A session that ends while calls wait.
@Suite("Waits and the session's end", .timeLimit(.minutes(5)))
struct RetrySessionTests {
    @Test(
        "C-02 a session that ends during the wait before a retry ends the call by a typed error",
        arguments: [true, false])
    func inBackOff(isAbrupt: Bool) async throws {
        let session = URLSession.fresh()
        let clock = ManualClock()
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "never")])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        try await clock.sleepers(1)
        if isAbrupt { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
        clock.advance(by: .seconds(2))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .sessionInvalidated)
        #expect(server.requestCount == 1)
    }

    @Test("C-02 a session that ends while calls wait for its connection ends them all")
    func inLine() async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer(replies: [.silence])
        let clock = ManualClock()
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        _ = await server.requests(count: 1)
        let others = (0..<3).map {
            session.begin(Item(name: "\($0)"), at: server.url, on: clock)
        }
        await session.lines(hold: 3)
        session.invalidateAndCancel()
        #expect(await first.value.failure != nil)
        for call in others { #expect(await call.value.failure != nil) }
        #expect(server.requestCount == 1)
    }
}
