import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Cancelling ends the wait at once and is one error everywhere.
@Suite("Cancellation", .timeLimit(.minutes(5)))
struct CancellationTests {
    /// The ways to come by a session.
    enum Source: CaseIterable, Sendable {
        case shared, plain, suited

        var session: URLSession {
            switch self {
            case .shared: .shared
            case .plain: URLSession(configuration: .ephemeral)
            case .suited: .fresh()
            }
        }
    }

    @Test("C-01 a task that is cancelled before the call sends nothing", arguments: Source.allCases)
    func beforeStart(source: Source) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let session = source.session
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await session.result(with: Deliver<Deleting>(body: Data("x".utf8)), environment: server.url).failure
        }.value
        #expect(error?.isCase(.cancelled) == true)
        #expect(server.requestCount == 0)
        #expect(server.connectionCount == 0)
    }

    @Test("C-01 cancelling while the credential is fetched sends nothing")
    func whileAuthenticating() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let gate = Gate()
        let auth = CustomAuth { _ in await gate.wait() }
        let call = Task { await URLSession.shared.result(with: Item(name: "a"), environment: server.url, auth: auth) }
        await gate.arrivals(1)
        call.cancel()
        gate.open()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        #expect(server.requestCount == 0)
    }

    @Test("C-01 cancelling while the answer is awaited", arguments: Source.allCases)
    func awaitingHeaders(source: Source) async throws {
        let server = try LoopbackServer(replies: [.silence, Reply(body: "well")])
        let session = source.session
        let call = Task { await session.result(with: Item(name: "a"), environment: server.url) }
        _ = await server.requests(count: 1)
        call.cancel()
        let error = await call.value.failure
        #expect(error?.isCase(.cancelled) == true)
        #expect(error?.isCancelled == true)
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("C-01 cancelling in the body", arguments: Source.allCases)
    func inBody(source: Source) async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [.chunked(["part", .gate(gate), "rest"]), Reply(body: "well")])
        let session = source.session
        let call = Task { await session.result(with: Item(name: "a"), environment: server.url) }
        await gate.arrivals(1)
        call.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        gate.open()
        #expect(try await session.response(with: Item(name: "b"), environment: server.url) == "well")
    }

    @Test("C-01 cancelling behind a redirect")
    func behindRedirect() async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: 307), .silence])
        let call = Task {
            await URLSession.shared.result(with: Deliver<Posting>(body: Data("x".utf8)), environment: server.url)
        }
        _ = await server.requests(count: 2)
        call.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        #expect(server.requestCount == 2)
    }

    @Test("C-01 cancelling during a refresh ends that call and nothing else")
    func duringRefresh() async throws {
        let gate = Gate()
        let server = try LoopbackServer.immediate { request in
            request.header("Authorization") == "Bearer A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            await gate.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let call = Task { await URLSession.shared.result(with: Item(name: "a"), environment: server.url, auth: auth) }
        await gate.arrivals(1)
        call.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        #expect(server.requestCount == 1)
        gate.open()
        #expect(
            try await URLSession.shared.response(with: Item(name: "b"), environment: server.url, auth: auth) == "in")
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer A1", "Bearer A2"])
    }

    @Test("C-01 a group that is cancelled ends all its calls")
    func group() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let session = URLSession.fresh(connections: 20)
        let cancelled = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await session.result(with: Item(name: "\(number)"), environment: server.url)
                        .failure?.isCase(.cancelled) == true
                }
            }
            _ = await server.requests(count: 20)
            group.cancelAll()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(cancelled == 20)
    }

    @Test("C-01 a call that is queued behind others for a connection can be cancelled")
    func queued() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let session = URLSession.fresh(connections: 1)
        let first = Task { await session.result(with: Item(name: "a"), environment: server.url) }
        _ = await server.requests(count: 1)
        let second = Task { await session.result(with: Item(name: "b"), environment: server.url) }
        second.cancel()
        #expect(await second.value.failure?.isCase(.cancelled) == true)
        #expect(server.requestCount == 1)
        first.cancel()
        #expect(await first.value.failure?.isCase(.cancelled) == true)
    }

    @Test("C-02 rounds of calls to a closed port, all cancelled, end")
    func closedPort() async throws {
        let port = try ClosedPort()
        defer { withExtendedLifetime(port) {} }
        let url = port.url
        for _ in 0..<20 {
            let ended = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let error = await URLSession.shared.result(with: Item(name: "a"), environment: url).failure
                        return error?.isCancelled == true || error?.transportCode == .cannotConnect
                    }
                }
                group.cancelAll()
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(ended == 100)
        }
    }
}

extension Result {
    /// The error, if there is one.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// The cases of an error that carry nothing to look at.
enum PlainCase {
    case cancelled
}

extension EndpointTaskError {
    /// Whether the error is this very case.
    func isCase(_ plain: PlainCase) -> Bool {
        if case .cancelled = self { true } else { false }
    }
}
