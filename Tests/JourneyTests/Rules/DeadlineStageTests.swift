import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// The time limit of a whole call, in each of the stages of a call.
@Suite("Deadlines by stage", .timeLimit(.minutes(5)))
struct DeadlineStageTests {
    private let session = URLSession.fresh()
    private let clock = ManualClock()

    private func options(
        _ deadline: Duration?, timeout: Duration? = nil, retry: RetryPolicy? = .standard
    ) -> RequestOptions {
        RequestOptions(timeout: timeout, deadline: deadline, retryPolicy: retry)
    }

    @Test("C-01 a call with a deadline that is cancelled has been cancelled, and leaves no wait behind")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: options(.seconds(3), timeout: .seconds(2)), on: clock)
        _ = await server.requests(count: 1)
        try await clock.sleepers(2)
        call.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        #expect(clock.sleeperCount == 0)
        #expect(server.requestCount == 1)
    }

    @Test("C-03 a call that ends well leaves no wait behind")
    func noWaitLeft() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "well")])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: options(.seconds(3), timeout: .seconds(2)), on: clock)
        #expect(try await call.value.get() == "well")
        #expect(clock.sleeperCount == 0)
    }

    @Test("C-03 a deadline counts the time of a refresh, whose tokens are kept all the same")
    func inRefresh() async throws {
        let gate = Gate()
        let server = try LoopbackServer.immediate { request in
            request.bearer == "A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            await gate.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let call = session.begin(Item(name: "a"), at: server.url, auth: auth, options: options(.seconds(5)), on: clock)
        await gate.arrivals(1)
        clock.advance(by: .seconds(5))
        #expect(await call.value.failure?.transportCode == .deadlineExceeded)
        #expect(server.requestCount == 1)
        gate.open()
        #expect(try await session.response(with: Item(name: "b"), environment: server.url, auth: auth) == "in")
        #expect(server.requests.map(\.bearer) == ["A1", "A2"])
    }

    @Test("C-03 a deadline counts the time in which the credentials are fetched, and nothing is sent after it")
    func inAuthentication() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let auth = CustomAuth { _ in await gate.wait() }
        let call = session.begin(Item(name: "a"), at: server.url, auth: auth, options: options(.seconds(5)), on: clock)
        await gate.arrivals(1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await call.value.failure?.transportCode == .deadlineExceeded)
        gate.open()
        #expect(server.requestCount == 0)
    }

    @Test("C-03 a deadline survives redirects and counts them", arguments: [302, 303, 307, 308])
    func redirects(status: Int) async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [
            .redirect(to: "/next", status: status).delayed(behind: gate), .silence,
        ])
        let call = session.begin(
            Deliver<Posting>(body: Data("x".utf8)), at: server.url, options: options(.seconds(3)), on: clock)
        try await clock.sleepers(1)
        _ = await server.requests(count: 1)
        clock.advance(by: .seconds(2))
        gate.open()
        _ = await server.requests(count: 2)
        clock.advance(by: .seconds(1))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .deadlineExceeded)
        #expect(error.context?.request.url.hasSuffix("/next") == true)
    }

    @Test("C-03 a deadline ends a body that doesn't come to its end")
    func inBody() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [.chunked(["part", .gate(gate), "rest"])])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.seconds(3)), on: clock)
        await gate.arrivals(1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await call.value.failure?.transportCode == .deadlineExceeded)
        // The rest is never sent: it could arrive before the end of the request, whose connection would be kept then.
        await server.connectionsClosed(count: 1)
    }
}
