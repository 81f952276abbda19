import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A call that is cancelled is over: one error, and not another request.
@Suite("Retries and cancellation", .timeLimit(.minutes(5)))
struct RetryCancellationTests {
    /// How often the policy was asked.
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

    /// The call ended by `.cancelled`, once, after so many requests, and nothing comes after it.
    private func expectOver<Value>(
        _ result: Result<Value, EndpointTaskError<EmptyResponse>>, _ server: LoopbackServer, requests: Int,
        asked times: Int = 0, clock: ManualClock? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(result.failure?.isCase(.cancelled) == true, sourceLocation: sourceLocation)
        #expect(server.requestCount == requests, sourceLocation: sourceLocation)
        clock?.advance(by: .seconds(10_000))
        // Whatever was left of the call would have been sent before this, which takes the same way.
        let other = try LoopbackServer(replies: [Reply(body: "well")])
        #expect(
            try await session.response(with: Item(name: "after"), environment: other.url) == "well",
            sourceLocation: sourceLocation)
        #expect(server.requestCount == requests, sourceLocation: sourceLocation)
        #expect(asked.withLock { $0 } == times, sourceLocation: sourceLocation)
        // Without a start there may be no end to tell of, but there are never two.
        let ends = log.events.filter { $0.kind == .failed || $0.kind == .succeeded }
        #expect(ends.count == 1 || (ends.isEmpty && requests == 0), sourceLocation: sourceLocation)
        #expect(ends.allSatisfy { $0.failure?.isCancelled == true }, sourceLocation: sourceLocation)
    }

    @Test("T-04 a task that was cancelled before sends nothing and asks no policy (C-01)")
    func beforeStart() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let (url, options) = (server.url, options)
        let result = await Task { [session] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await session.result(with: Item(name: "a"), environment: url, options: options)
        }.value
        try await expectOver(result, server, requests: 0)
        #expect(server.connectionCount == 0)
    }

    @Test("T-04 cancelling in the wait before a retry ends it at once")
    func inBackOff() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "never")])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: clock)
        try await clock.sleepers(1)
        call.cancel()
        let result = await call.value
        #expect(clock.sleeperCount == 0)
        try await expectOver(result, server, requests: 1, asked: 1, clock: clock)
    }

    @Test("T-04 cancelling in the second wait, after a lost connection, ends it as well")
    func inSecondBackOff() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(replies: [.close, .reset, Reply(body: "never")])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: clock)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        try await clock.sleepers(1)
        call.cancel()
        try await expectOver(await call.value, server, requests: 2, asked: 2, clock: clock)
    }

    @Test("T-04 cancelling in a wait that the server asked for ends it")
    func inRetryAfter() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(replies: [
            Reply(status: 429, headers: [("Retry-After", "100")]), Reply(body: "never"),
        ])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: clock)
        try await clock.sleepers(1)
        call.cancel()
        try await expectOver(await call.value, server, requests: 1, asked: 1, clock: clock)
    }

    @Test("T-04 cancelling in a refresh ends the call, and the policy isn't asked")
    func inRefresh() async throws {
        let gate = Gate()
        let server = try LoopbackServer.immediate { _ in Reply(status: 401) }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            await gate.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let (url, options) = (server.url, options)
        let call = Task { [session] in
            await session.result(with: Item(name: "a"), environment: url, auth: auth, options: options)
        }
        await gate.arrivals(1)
        call.cancel()
        let result = await call.value
        gate.open()
        #expect(try await auth.newAccessToken() != "A1")
        try await expectOver(result, server, requests: 1)
    }

    @Test("T-04 cancelling while a retry asks for its token sends no more")
    func inToken() async throws {
        let gate = Gate()
        let attempts = Locked(0)
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "never")])
        let auth = CustomAuth { _ in
            let number = attempts.withLock { count in
                count += 1
                return count
            }
            if number == 2 { await gate.wait() }
        }
        let clock = LeapingClock()
        let call = session.begin(Item(name: "a"), at: server.url, auth: auth, options: options, on: clock)
        await gate.arrivals(1)
        call.cancel()
        gate.open()
        try await expectOver(await call.value, server, requests: 1, asked: 1)
    }

    @Test("T-04 cancelling while the head of the answer is awaited ends the call, and the policy isn't asked")
    func awaitingHead() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: LeapingClock())
        _ = await server.requests(count: 1)
        call.cancel()
        let result = await call.value
        await server.connectionsClosed(count: 1)
        try await expectOver(result, server, requests: 1)
    }

    @Test("T-04 cancelling in the body ends the call, and the policy isn't asked", arguments: [200, 503])
    func inBody(status: Int) async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [
            .chunked([.text("part"), .gate(gate), .text("rest")], status: status), Reply(body: "never"),
        ])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: LeapingClock())
        await gate.arrivals(1)
        call.cancel()
        let result = await call.value
        gate.open()
        try await expectOver(result, server, requests: 1)
    }

    @Test("T-04 cancelling in a retry that is on its way sends no third one")
    func inRetry() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), .silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: LeapingClock())
        _ = await server.requests(count: 2)
        call.cancel()
        try await expectOver(await call.value, server, requests: 2, asked: 1)
    }
}
