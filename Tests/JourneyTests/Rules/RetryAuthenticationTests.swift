import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Authentication and retries have budgets of their own, and every attempt asks for its credentials.
@Suite("Retries and authentication", .timeLimit(.minutes(5)))
struct RetryAuthenticationTests {
    /// Statuses in the order of the answers; what comes of them; how many requests there are.
    struct Sequence: Sendable, CustomTestStringConvertible {
        let statuses: [Int]
        let outcome: Int
        let requests: Int
        let exchanges: Int

        var testDescription: String { "\(statuses)" }
    }

    private let session = URLSession.fresh()
    private let clock = LeapingClock()

    @Test(
        "T-05 a refresh takes nothing from the retries, and a retry nothing from the refresh",
        arguments: [
            Sequence(statuses: [503, 401, 503, 200], outcome: 200, requests: 4, exchanges: 1),
            Sequence(statuses: [401, 503, 503, 200], outcome: 200, requests: 4, exchanges: 1),
            Sequence(statuses: [503, 503, 401, 200], outcome: 200, requests: 4, exchanges: 1),
            Sequence(statuses: [503, 503, 401, 503], outcome: 503, requests: 4, exchanges: 1),
            Sequence(statuses: [401, 503, 503, 503], outcome: 503, requests: 4, exchanges: 1),
            Sequence(statuses: [503, 401, 401, 200], outcome: 401, requests: 3, exchanges: 1),
            Sequence(statuses: [401, 503, 401, 200], outcome: 401, requests: 3, exchanges: 1),
            Sequence(statuses: [401, 404, 200], outcome: 404, requests: 2, exchanges: 1),
            Sequence(statuses: [503, 503, 503, 200], outcome: 503, requests: 3, exchanges: 0),
        ])
    func budgets(sequence: Sequence) async throws {
        let answered = Locked(0)
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            let number = answered.withLock { count in
                count += 1
                return count - 1
            }
            return Reply(status: sequence.statuses[min(number, sequence.statuses.count - 1)], body: "answer")
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: auth, options: RequestOptions(retryPolicy: .standard), on: clock)
        switch await call.value {
        case .success(let text):
            #expect(text == "answer")
            #expect(sequence.outcome == 200)
        case .failure(let error):
            #expect(error.statusCode == sequence.outcome)
            #expect(error.context?.attempts.map(\.statusCode) == sequence.statuses.prefix(sequence.requests).map { $0 })
        }
        #expect(server.calls.count == sequence.requests)
        #expect(server.exchanges.count == sequence.exchanges)
        let refused = sequence.statuses.firstIndex(of: 401) ?? sequence.requests
        #expect(server.calls.map(\.bearer) == (0..<sequence.requests).map { $0 <= refused ? "A1" : "A2" })
        let retries = sequence.statuses.prefix(sequence.requests - 1).count { $0 == 503 }
        #expect(clock.waits == [.seconds(2), .seconds(4)].prefix(retries).map { $0 })
    }

    @Test("T-05 credentials are asked for before every attempt (S2-8)")
    func everyAttempt() async throws {
        let asked = Locked(0)
        let auth = CustomAuth { request in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            request.setValue("T\(number)", forHTTPHeaderField: "X-Ticket")
        }
        let server = try LoopbackServer(replies: [Reply(status: 503), .close, Reply(body: "well")])
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: auth, options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(try await call.value.get() == "well")
        #expect(Set(server.requests.map { $0.headerValues("X-Ticket").count }) == [1])
        // A lost connection that had been kept may have been tried anew by the platform.
        #expect(server.requests.compactMap { $0.header("X-Ticket") }.first == "T1")
        #expect(server.requests.last?.header("X-Ticket") == "T\(asked.withLock { $0 })")
        #expect(asked.withLock { $0 } >= 2)
    }

    @Test("T-05 a token that ends during the wait is renewed before the retry, which never carries it (S2-8)")
    func expiresInWait() async throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let now = Locked(start)
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            now.withLock { $0 = start + 1000 }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 503)
        }
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: start + 500)
        let auth = JWTAuth.exchanging(
            at: server.url, pair: pair, session: session,
            configuration: JWTAuth.Configuration(now: { now.withLock { $0 } }))
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: auth, options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(try await call.value.get() == "in")
        #expect(server.requests.map(\.path) == ["/items/a", "/token", "/items/a"])
        #expect(server.calls.map(\.bearer) == ["A1", "A2"])
    }

    @Test("H-05 a cookie that a refusal sets doesn't take the place of the one that authenticates the retry")
    func cookie() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Set-Cookie", "sid=jar; Path=/"), ("Set-Cookie", "other=1; Path=/")]),
            Reply(body: "well"),
        ])
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: CookieAuth(name: "sid", value: "mine"),
            options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(try await call.value.get() == "well")
        #expect(server.requests.map { $0.headerValues("Cookie") } == [["sid=mine"], ["sid=mine"]])
    }

    @Test("T-05 a failure to authenticate isn't repeated, and the policy isn't asked about it")
    func failureToAuthenticate() async throws {
        let asked = Locked(0)
        let consulted = Locked(0)
        let auth = CustomAuth { _ in
            asked.withLock { $0 += 1 }
            throw TransportFailure(code: .connectionLost)
        }
        let policy = RetryPolicy(maxRetries: 3, baseDelay: .zero) { _ in
            consulted.withLock { $0 += 1 }
            return true
        }
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: auth, options: RequestOptions(retryPolicy: policy))
        #expect(error.authenticationFault != nil)
        #expect(asked.withLock { $0 } == 1)
        #expect(consulted.withLock { $0 } == 0)
        #expect(server.requestCount == 0)
    }

    @Test("T-05 a refresh that fails by a 503 is not repeated by the policy of the call that needs it")
    func failureToRefresh() async throws {
        let server = try LoopbackServer.immediate { request in
            Reply(status: request.path == "/token" ? 503 : 401)
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: auth, options: RequestOptions(retryPolicy: .standard), on: clock)
        let error = try #require(await call.value.failure)
        #expect(error.authenticationFault != nil)
        #expect(server.exchanges.count == 1)
        #expect(server.calls.count == 1)
        #expect(clock.waits == [])
    }

    @Test(
        "T-05 a POST without a key is sent again after a refresh, because the server refused it, and never after a 503")
    func post() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return Reply(status: request.bearer == "A2" ? 503 : 401)
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let call = session.begin(
            Order(name: "1", body: Data("parcel".utf8)), at: server.url, auth: auth,
            options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(await call.value.failure?.statusCode == 503)
        #expect(server.calls.map(\.bearer) == ["A1", "A2"])
        #expect(server.calls.map(\.bodyText) == ["parcel", "parcel"])
    }

    @Test("T-05 a policy that knows 401 doesn't take the place of the refresh")
    func unauthorizedAsStatus() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let policy = RetryPolicy(maxRetries: 2, baseDelay: .zero, statusCodes: [401])
        let call = session.begin(
            Item(name: "a"), at: server.url, auth: auth, options: RequestOptions(retryPolicy: policy), on: clock)
        #expect(try await call.value.get() == "in")
        #expect(server.calls.map(\.bearer) == ["A1", "A2"])
        #expect(server.exchanges == ["r1"])
    }
}
