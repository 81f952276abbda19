import Endpoints
import LoopbackServer
import Testing

/// What an observer is told of calls that fail.
@Suite("Observers of failures", .timeLimit(.minutes(5)))
struct ObserverFailureTests {
    private let session = URLSession.fresh()
    private let log = EventLog()

    private func options(retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, observers: [log])
    }

    /// All events are of one call.
    private func expectOneCall(
        attempts: [Int], endpoint: String = "Item", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let events = log.events
        #expect(Set(events.map(\.callID)).count == 1, sourceLocation: sourceLocation)
        #expect(events.map(\.attempt) == attempts, sourceLocation: sourceLocation)
        #expect(events.allSatisfy { $0.endpoint == endpoint }, sourceLocation: sourceLocation)
    }

    @Test("T-01 the last attempt of a call that gives up is followed by its failure")
    func givesUp() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options(retry: .prompt))
        #expect(log.kinds.suffix(4) == [.authenticated, .sent, .received, .failed])
        #expect(log.events(.retrying).map(\.attempt) == [1, 2])
        #expect(log.events.last?.attempt == 3)
        #expect(log.events.last?.failure?.statusCode == 503)
    }

    @Test("T-03 a wait beyond the cap is a failure and no retry")
    func tooLongToWait() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503, headers: [("Retry-After", "100000")])])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options(retry: .standard))
        #expect(log.kinds == [.built, .authenticated, .sent, .received, .failed])
        #expect(log.events.last?.failure?.retryAfter == .seconds(100_000))
    }

    @Test("T-01 an answer that can't be decoded is received, and fails the call")
    func undecodable() async throws {
        let server = try LoopbackServer(replies: [.json("nonsense")])
        _ = try await session.failure(of: Numbers(), environment: server.url, options: options(retry: .prompt))
        #expect(log.kinds == [.built, .authenticated, .sent, .received, .failed])
    }

    @Test("X-01 a redirect that isn't followed is told as a failure only")
    func refusedRedirect() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "never")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        var options = options()
        options.redirectPolicy = .sameOrigin
        _ = try await session.failure(of: Item(name: "a"), environment: origin.url, options: options)
        #expect(!log.kinds.contains(.redirected))
        #expect(log.kinds.last == .failed)
        #expect(log.kinds.count { $0 == .failed } == 1)
    }

    @Test("T-01 a refusal is received and the call fails by it")
    func refused() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 404)])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options())
        #expect(log.kinds == [.built, .authenticated, .sent, .received, .failed])
        #expect(log.events.last?.failure?.statusCode == 404)
        expectOneCall(attempts: [0, 1, 1, 1, 1])
    }

    @Test("T-01 a lost connection and a limit that is over fail the call without an answer")
    func lost() async throws {
        let server = try LoopbackServer(replies: [.close, .silence])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options())
        #expect(log.kinds == [.built, .authenticated, .sent, .failed])
        expectOneCall(attempts: [0, 1, 1, 1])
        let second = EventLog()
        _ = try await session.failure(
            of: Item(name: "a"), environment: server.url,
            options: RequestOptions(timeout: .milliseconds(200), observers: [second]))
        #expect(second.kinds == [.built, .authenticated, .sent, .failed])
        #expect(second.events.last?.failure?.isTimeout == true)
    }

    @Test("T-01 a call whose request can't be built has failed, and nothing else")
    func buildFailure() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        _ = try await session.failure(
            of: Order(name: "..", body: Data()), environment: server.url, options: options())
        #expect(log.kinds == [.failed])
        expectOneCall(attempts: [0], endpoint: "Order")
        #expect(log.events.first?.request == nil)
        #expect(log.events.first?.failure != nil)
        #expect(server.requestCount == 0)
    }

    @Test("T-01 a call without its credentials has failed unsent")
    func authenticationFailure() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        _ = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: CustomAuth { _ in throw UnexpectedSuccess() },
            options: options())
        #expect(log.kinds == [.built, .failed])
        #expect(server.requestCount == 0)
    }

    @Test("C-01 a call that is cancelled on its way has failed by that, once")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(retry: .prompt), on: LeapingClock())
        _ = await server.requests(count: 1)
        call.cancel()
        _ = await call.value
        #expect(log.kinds == [.built, .authenticated, .sent, .failed])
        #expect(log.events.last?.failure?.isCancelled == true)
    }

    @Test("C-01 a call that is cancelled before it starts has failed by that, and nothing else")
    func cancelledBefore() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let (url, options) = (server.url, options())
        _ = await Task { [session] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await session.result(with: Item(name: "a"), environment: url, options: options)
        }.value
        #expect(log.kinds == [.failed])
        #expect(log.events.last?.failure?.isCancelled == true)
    }

    @Test("C-01 nothing is told of a call after its end, though the refresh that it began goes on")
    func silentAfterEnd() async throws {
        let gate = Gate()
        let server = try LoopbackServer.immediate { _ in Reply(status: 401) }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            await gate.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let call = session.begin(Item(name: "a"), at: server.url, auth: auth, options: options(), on: LeapingClock())
        await gate.arrivals(1)
        call.cancel()
        _ = await call.value
        gate.open()
        while try await auth.tokens?.accessToken != "A2" { await Task.yield() }
        #expect(log.kinds == [.built, .authenticated, .sent, .received, .reauthenticating, .failed])
    }
}

/// Fetches numbers.
private struct Numbers: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = [Int]

    static let definition = Definition(path: "numbers")
}
