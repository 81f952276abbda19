import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// The time limit of an attempt, which the platform counts in whole seconds of idleness.
@Suite("Time limits", .timeLimit(.minutes(5)))
struct TimeLimitTests {
    private static let short = RequestOptions(timeout: .milliseconds(150))

    private let session = URLSession.fresh()

    @Test("C-03 a silent server")
    func silent() async throws {
        let server = try LoopbackServer(replies: [.silence, Reply(body: "well")])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.short)
        #expect(error.transportCode == .timedOut)
        #expect(error.isTimeout)
        #expect(!error.isCancelled)
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("C-03 on every kind of session", arguments: [true, false])
    func sessions(isShared: Bool) async throws {
        let server = try LoopbackServer(replies: [.silence])
        let session = isShared ? URLSession.shared : URLSession(configuration: .default)
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.short)
        #expect(error.transportCode == .timedOut)
    }

    @Test("C-03 a body that trickles is limited as a whole")
    func trickle() async throws {
        let server = try LoopbackServer.immediate { _ in
            .chunked(Array(repeating: [Reply.Part.text("x"), .pause(.milliseconds(20))], count: 1500).flatMap { $0 })
        }
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.short)
        #expect(error.transportCode == .timedOut)
        await server.connectionsClosed(count: 1)
    }

    @Test("C-03 a head that never ends")
    func headOnly() async throws {
        let server = try LoopbackServer(replies: [
            Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n".utf8)), .awaitClientClose])
        ])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.short)
        #expect(error.transportCode == .timedOut)
    }

    @Test("C-03 the limit survives a redirect, and is one for all of the way", arguments: [302, 307])
    func redirect(status: Int) async throws {
        let clock = ManualClock()
        let gate = Gate()
        let server = try LoopbackServer(replies: [
            .redirect(to: "/next", status: status).delayed(behind: gate), .silence,
        ])
        let url = server.url
        let call = Task { [session] in
            await TimeLimit.$clock.withValue(clock) {
                await session.result(
                    with: Deliver<Posting>(body: Data("x".utf8)), environment: url,
                    options: RequestOptions(timeout: .seconds(3)))
            }
        }
        try await clock.sleepers(1)
        _ = await server.requests(count: 1)
        clock.advance(by: .seconds(2))
        gate.open()
        _ = await server.requests(count: 2)
        // The first sleep stays in the list though it was cancelled.
        try await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        let error = try #require(await call.value.failure)
        #expect(error.transportCode == .timedOut)
        #expect(error.context?.request.url.hasSuffix("/next") == true)
    }

    @Test("C-03 the call's limit beats the session's")
    func beatsSession() async throws {
        let session = URLSession.fresh { $0.timeoutIntervalForRequest = 60 }
        let server = try LoopbackServer(replies: [.silence])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.short)
        #expect(error.transportCode == .timedOut)
    }

    @Test("C-03 the endpoint's and the server's limits hold without one of the call")
    func declared() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let error = try await session.failure(of: Hasty(), environment: server.url)
        #expect(error.transportCode == .timedOut)
    }

    @Test("C-03 the call's limit beats the endpoint's")
    func beatsEndpoint() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "ok").delayed(behind: gate)])
        let url = server.url
        let call = Task { [session] in
            await session.result(with: Hasty(), environment: url, options: RequestOptions(timeout: .seconds(50)))
        }
        _ = await server.requests(count: 1)
        // Longer than the endpoint's own limit: a call that is limited by that one ends first.
        let other = try LoopbackServer(replies: [.silence])
        _ = try await session.failure(of: Hasty(), environment: other.url)
        gate.open()
        #expect(try await call.value.get() == "ok")
    }

    @Test(
        "C-03 long limits work and don't fail early",
        arguments: [
            .seconds(61), .seconds(3600), .seconds(1_000_000_000_000), .seconds(Int64.max),
            Duration(secondsComponent: 90, attosecondsComponent: 1),
        ] as [Duration])
    func long(timeout: Duration) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let text = try await session.response(
            with: Item(name: "a"), environment: server.url, options: RequestOptions(timeout: timeout))
        #expect(text == "ok")
    }

    @Test(
        "C-03 limits of nothing end at once and crash nothing",
        arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
    func nothing(timeout: Duration) async throws {
        let server = try LoopbackServer(replies: [.silence])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: RequestOptions(timeout: timeout))
        #expect(error.transportCode == .timedOut)
    }

    @Test("C-03 a second attempt after a refresh has a limit of its own and is limited too")
    func afterRefresh() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? .silence : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: auth, options: RequestOptions(timeout: .seconds(3)))
        #expect(error.transportCode == .timedOut)
        #expect(server.calls.map(\.bearer) == ["A1", "A2"])
    }
}

/// Has a short limit of its own.
private struct Hasty: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "hasty")
    static let options = RequestOptions(timeout: .milliseconds(150))
}
