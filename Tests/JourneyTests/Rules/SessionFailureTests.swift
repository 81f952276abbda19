import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What becomes of a stored session when its refresh fails.
@Suite("Sessions whose refresh fails", .timeLimit(.minutes(5)))
struct SessionFailureTests {
    /// An answer of the token endpoint, and whether the session ends with it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Nil when nobody answers at all.
        var reply: Reply?
        var isFinal: Bool

        init(_ name: String, _ reply: Reply?, isFinal: Bool = false) {
            testDescription = name
            self.reply = reply
            self.isFinal = isFinal
        }

        static func error(_ code: String, _ status: Int, isFinal: Bool = false) -> Row {
            Row("\(status) \(code)", .json(#"{"error":"\#(code)"}"#, status: status), isFinal: isFinal)
        }
    }

    private static let rows: [Row] = [
        Row("offline", nil), Row("timeout", .silence), Row("reset", .reset), Row("no JSON", Reply(body: "<html>")),
        Row("408", Reply(status: 408)), Row("429", Reply(status: 429)), Row("500", Reply(status: 500)),
        Row("503", Reply(status: 503)), Row("400", Reply(status: 400)), Row("401", Reply(status: 401)),
        .error("invalid_client", 401), .error("invalid_request", 400), .error("unauthorized_client", 400),
        .error("temporarily_unavailable", 503), .error("invalid_grant", 500), .error("invalid_grant", 403),
        .error("invalid_grant", 400, isFinal: true), .error("invalid_grant", 401, isFinal: true),
    ]

    private let first = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)

    @Test("R-13 G8 which answers end a session, and which only put a refresh off", arguments: rows)
    func table(row: Row) async throws {
        let recovered = Gate()
        let server = try LoopbackServer.immediate { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            return recovered.isOpen ? .tokens("A2", "r2") : row.reply ?? .reset
        }
        let closed = try ClosedPort()
        let url = server.url
        let store = SessionStore(first)
        let rejected = Counter()
        let auth = JWTAuth(
            storage: store,
            refreshHandler: { token in
                let place = row.reply == nil && !recovered.isOpen ? closed.url : url
                let limit = RequestOptions(timeout: recovered.isOpen ? .seconds(20) : .milliseconds(500))
                let answer = try await URLSession.shared.response(
                    with: ExchangeToken(token: token), environment: place, options: limit)
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
            },
            onRefreshFailed: { await rejected.add("\($0)") })
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: url, auth: auth)
        let fault = try #require(error.authenticationFault, "\(error)")
        let exchanges = server.exchanges.count
        switch fault {
        case .refreshFailed: #expect(!row.isFinal)
        case .refreshRejected: #expect(row.isFinal)
        default: Issue.record("\(fault)")
        }
        #expect(store.pair == (row.isFinal ? nil : first))
        #expect(await rejected.count == (row.isFinal ? 1 : 0))
        #expect(exchanges <= 1)
        #expect(server.calls.isEmpty)
        recovered.open()
        if row.isFinal {
            let next = try await URLSession.shared.failure(of: Item(name: "b"), environment: url, auth: auth)
            #expect(next.authenticationFault?.isSignedOut == true, "\(next)")
            #expect(server.exchanges.count == exchanges)
            #expect(await rejected.count == 1)
        } else {
            #expect(try await URLSession.shared.response(with: Item(name: "b"), environment: url, auth: auth) == "in")
            #expect(store.pair?.refreshToken == "r2")
            #expect(server.exchanges == Array(repeating: "r1", count: exchanges + 1))
        }
    }

    @Test("R-05 a token endpoint that always says 401 is asked once, and its answer can be read from the error")
    func alwaysUnauthorized() async throws {
        let server = try LoopbackServer.immediate { _ in Reply(status: 401) }
        let store = SessionStore(TokenPair(accessToken: "A1", refreshToken: "r1"))
        let auth = JWTAuth.stored(in: store, at: server.url)
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        guard case let fault? = error.authenticationFault, case .refreshFailed = fault, let cause = fault.underlying
        else {
            Issue.record("\(error)")
            return
        }
        #expect((cause as? any EndpointFailure)?.statusCode == 401)
        #expect(server.requests.map(\.path) == ["/items/a", "/token"])
        #expect(store.pair?.refreshToken == "r1")
    }

    @Test("S1-41 a sign-in that the server refuses tells its caller what the server said, and sends nothing else")
    func refusedSignIn() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/sign-in" ? .json(#"{"error":"invalid_grant"}"#, status: 401) : Reply(body: "never")
        }
        let rejected = Counter()
        let auth = JWTAuth.stored(in: SessionStore(), at: server.url, rejected: rejected)
        do {
            try await auth.signIn("a", at: server.url)
            Issue.record("signed in")
        } catch let error as LoopbackSite.Failure {
            #expect(error.statusCode == 401)
        }
        let next = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(next.authenticationFault?.isSignedOut == true)
        #expect(server.requests.map(\.path) == ["/sign-in"])
        #expect(auth.state == .unauthenticated)
        #expect(await rejected.count == 0)
    }

    @Test("R-17 a refresh that is never answered ends by its limit, closes its connection, and frees the slot")
    func neverAnswered() async throws {
        let server = try LoopbackServer.immediate { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            return request.number == 0 ? .silence : .tokens("A2", "r2")
        }
        let store = SessionStore(first)
        let limit = FirstLimit()
        let rejected = Counter()
        let session = URLSession.fresh(connections: 10)
        let auth = JWTAuth.stored(in: store, at: server.url, session: session, limit: limit, rejected: rejected)
        let url = server.url
        let calls = (0..<3).map { _ in
            Task { await session.result(with: Item(name: "a"), environment: url, auth: auth) }
        }
        _ = await server.requests(count: 1)
        for _ in 0..<300 { await Task.yield() }
        limit.reach()
        var timeouts = 0
        for call in calls {
            switch await call.value {
            case .success: continue  // It came after the limit, and had a refresh of its own.
            case .failure(let error):
                #expect(error.authenticationFault?.isTimedOut == true, "\(error)")
                timeouts += 1
            }
        }
        #expect(timeouts > 0)
        await server.connectionsClosed(count: 1)
        #expect(server.openConnections < server.connectionCount)
        #expect(await rejected.count == 0)
        #expect(try await session.response(with: Item(name: "b"), environment: url, auth: auth) == "in")
        #expect(server.exchanges == ["r1", "r1"])
        #expect(store.pair == TokenPair(accessToken: "A2", refreshToken: "r2"))
    }
}

/// A clock on which the first time limit ends, when the test says so, and with it what is waited for after it; others don't.
private final class FirstLimit: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let first = Gate()
    private let never = Gate()
    private let limits = Locked(0)

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func reach() { first.open() }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // The time limit is a whole minute; what its handler may still take after that isn't.
        let isLimit = deadline.offset == .seconds(60)
        let number = limits.withLock { count -> Int in
            if isLimit { count += 1 }
            return count
        }
        await (isLimit && number > 1 ? never : first).wait()
        try Task.checkCancellation()
    }
}
