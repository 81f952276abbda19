import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// The time limit of a whole call, on a clock that the tests move.
@Suite("Deadlines", .timeLimit(.minutes(5)))
struct DeadlineTests {
    private let session = URLSession.fresh()
    private let clock = ManualClock()

    private func options(
        _ deadline: Duration?, timeout: Duration? = nil, retry: RetryPolicy? = .standard
    ) -> RequestOptions {
        RequestOptions(timeout: timeout, deadline: deadline, retryPolicy: retry)
    }

    @Test("C-03 a deadline ends a call that is not answered, and closes its connection")
    func silent() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(10)), on: clock)
        try await clock.sleepers(1)
        _ = await server.requests(count: 1)
        clock.advance(by: .seconds(10))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .deadlineExceeded)
        #expect(error.isTimeout)
        #expect(!error.isCancelled)
        await server.connectionsClosed(count: 1)
        #expect(server.requestCount == 1)
    }

    @Test("C-03 a deadline is one for all attempts and the waits between them")
    func overAttempts() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), .silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(10)), on: clock)
        try await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        _ = await server.requests(count: 2)
        clock.advance(by: .seconds(8))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .deadlineExceeded)
        #expect(error.context?.attempts.map(\.statusCode) == [503, nil])
        #expect(server.requestCount == 2)
        #expect(clock.sleeperCount == 0)
    }

    @Test("C-03 a retry that would begin after the deadline is not waited for, and the answer is the result")
    func retryTooLate() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(status: 502), Reply(body: "never")])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(3)), on: clock)
        try await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        let error = try #require(await call.value.failure)
        #expect(error.statusCode == 502)
        #expect(error.context?.attempts.map(\.statusCode) == [503, 502])
        #expect(server.requestCount == 2)
        #expect(clock.now.offset == .seconds(2))
    }

    @Test("C-03 a first retry beyond the deadline is no retry", arguments: [Reply(status: 503), .close, .reset])
    func firstRetryTooLate(reply: Reply) async throws {
        let server = try LoopbackServer(replies: [reply, Reply(body: "never")])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(1)), on: clock)
        let error = try #require(await call.value.failure)
        #expect(error.statusCode == 503 || error.transportCode == .connectionLost)
        #expect(server.requestCount == 1)
        #expect(clock.now.offset == .zero)
    }

    @Test("C-03 a wait that the server asks for beyond the deadline ends the call with the answer and the wait")
    func retryAfterTooLate() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", "60")]), Reply(body: "never"),
        ])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(10)), on: clock)
        let error = try #require(await call.value.failure)
        #expect(error.statusCode == 503)
        #expect(error.retryAfter == .seconds(60))
        #expect(server.requestCount == 1)
    }

    @Test("C-03 time limits of attempts and the deadline of the call work side by side")
    func withTimeout() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: options(.seconds(5), timeout: .seconds(2)), on: clock)
        _ = await server.requests(count: 1)
        try await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        // The deadline, and the wait before the retry.
        try await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        _ = await server.requests(count: 2)
        clock.advance(by: .seconds(1))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .deadlineExceeded)
        #expect(server.requestCount == 2)
    }

    @Test("C-03 a deadline that is over is final, whatever the policy says of it")
    func notRetried() async throws {
        let asked = Locked(0)
        let policy = RetryPolicy(maxRetries: 5, baseDelay: .zero) { _ in
            asked.withLock { $0 += 1 }
            return true
        }
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: options(.seconds(3), retry: policy), on: clock)
        _ = await server.requests(count: 1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await call.value.failure?.transportCode == .deadlineExceeded)
        #expect(server.requestCount == 1)
        #expect(asked.withLock { $0 } == 0)
    }

    @Test("C-03 a deadline of nothing ends the call unsent", arguments: [Duration.zero, .seconds(-1)])
    func nothing(deadline: Duration) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: options(deadline))
        #expect(error.transportCode == .deadlineExceeded)
        #expect(server.requestCount == 0)
    }

    @Test(
        "C-03 long deadlines crash nothing and end nothing",
        arguments: [.seconds(Int64.max), .seconds(1_000_000_000_000)] as [Duration])
    func long(deadline: Duration) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "well")])
        let text = try await session.response(
            with: Item(name: "a"), environment: server.url, options: options(deadline, retry: .prompt))
        #expect(text == "well")
    }

    @Test("C-03 a deadline of the endpoint holds, and the call's own comes before it")
    func levels() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let declared = session.begin(Bounded(), at: server.url, on: clock)
        _ = await server.requests(count: 1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await declared.value.failure?.transportCode == .deadlineExceeded)
        let other = ManualClock()
        let given = session.begin(
            Bounded(), at: server.url, options: RequestOptions(deadline: .seconds(9)), on: other)
        _ = await server.requests(count: 2)
        try await other.sleepers(1)
        other.advance(by: .seconds(8))
        other.advance(by: .seconds(1))
        #expect(await given.value.failure?.transportCode == .deadlineExceeded)
        #expect(other.now.offset == .seconds(9))
    }
}

/// Has a deadline of its own.
private struct Bounded: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "bounded")
    static let options = RequestOptions(deadline: .seconds(3))
}
