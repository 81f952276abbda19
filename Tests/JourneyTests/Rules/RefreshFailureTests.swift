import Endpoints
import LoopbackServer
import Testing

/// What a refresh that fails does, and what it must not do.
@Suite("Refresh failures", .timeLimit(.minutes(5)))
struct RefreshFailureTests {
    private static func isRejected(_ error: LoopbackSite.Failure?) -> Bool {
        if case .refreshRejected? = error?.authenticationFault { true } else { false }
    }

    private static func isTemporary(_ error: LoopbackSite.Failure?) -> Bool {
        if case .refreshFailed? = error?.authenticationFault { true } else { false }
    }

    /// Whether a refresh that needed itself is at the bottom of an error.
    private static func isReentrant(_ error: any Error) -> Bool {
        switch error {
        case is RefreshReentrancyError: true
        case let error as LoopbackSite.Failure: error.authenticationFault.map(isReentrant) ?? false
        case AuthenticationError.Code.reentrantRefresh: true
        default: false
        }
    }

    @Test("R-04 after a refresh that failed the next request tries again", arguments: [408, 429, 500, 503])
    func failsThenWorks(status: Int) async throws {
        let recovered = Gate()
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return recovered.isOpen ? .tokens("A2", "r2") : Reply(status: status) }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let rejected = Counter()
        let auth = JWTAuth.exchanging(at: server.url, rejected: rejected)
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(Self.isTemporary(error), "\(error)")
        #expect(await rejected.count == 0)
        #expect(try await auth.tokens?.refreshToken == "r1")
        recovered.open()
        #expect(
            try await URLSession.shared.response(with: Item(name: "b"), environment: server.url, auth: auth) == "in")
        #expect(server.exchanges == ["r1", "r1"])
    }

    @Test("R-04 a rejected refresh token fails every waiter, and nothing is sent again")
    func rejected() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            await gate.wait()
            return Reply(status: 401)
        }
        let session = URLSession.fresh(connections: 10)
        let rejected = Counter()
        let auth = JWTAuth.exchanging(at: server.url, session: session, rejected: rejected)
        let url = server.url
        let calls = (0..<5).map { number in
            Task { await session.result(with: Item(name: "\(number)"), environment: url, auth: auth) }
        }
        await gate.arrivals(5)
        gate.open()
        for call in calls {
            let error = await call.value.failure
            #expect(Self.isRejected(error), "\(String(describing: error))")
        }
        #expect(server.calls.count == 5)
        #expect(server.exchanges == ["r1"])
        #expect(await rejected.count == 1)
        #expect(try await auth.tokens == nil)
        let next = try await session.failure(of: Item(name: "next"), environment: url, auth: auth)
        guard case .notAuthenticated? = next.authenticationFault else {
            Issue.record("\(next)")
            return
        }
        #expect(server.requestCount == 6)
    }

    @Test(
        "R-05 a 401 for the refresh itself ends it",
        arguments: [("", false), (#"{"error":"invalid_client"}"#, false), (#"{"error":"invalid_grant"}"#, true)])
    func unauthorizedRefresh(body: String, isFinal: Bool) async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/token" ? .json(body, status: 401) : Reply(status: 401)
        }
        let rejected = Counter()
        let auth = JWTAuth.exchanging(at: server.url, rejected: rejected)
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(isFinal ? Self.isRejected(error) : Self.isTemporary(error), "\(error)")
        #expect(server.exchanges.count == 1)
        #expect(server.calls.count == 1)
        #expect(await rejected.count == (isFinal ? 1 : 0))
        #expect(try await (auth.tokens == nil) == isFinal)
    }

    /// How a refresh handler comes back to its own account.
    enum Way: CaseIterable, Sendable {
        case direct, asyncLet, task, group, newAccessToken, secondAccount
    }

    @Test("R-06 a handler that needs its own account is told so", arguments: Way.allCases)
    func reentrant(way: Way) async throws {
        let server = try LoopbackServer.immediate { _ in Reply(status: 401) }
        let own = Later<JWTAuth>()
        let url = server.url
        let second = JWTAuth(initialTokens: TokenPair(accessToken: "B1", refreshToken: "s1")) { _ in
            _ = try await URLSession.shared.response(with: Item(name: "inner"), environment: url, auth: own.value)
            return TokenPair(accessToken: "B2", refreshToken: "s2")
        }
        let inner = Later<LoopbackSite.Failure>()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            let own = try #require(own.value)
            @Sendable func profile(_ auth: JWTAuth) async throws -> String {
                let result = await URLSession.shared.result(with: Item(name: "inner"), environment: url, auth: auth)
                inner.value = result.failure
                return try result.get()
            }
            switch way {
            case .direct: _ = try await profile(own)
            case .asyncLet:
                async let text = profile(own)
                _ = try await text
            case .task: _ = try await Task { try await profile(own) }.value
            case .group:
                try await withThrowingTaskGroup(of: String.self) { group in
                    group.addTask { try await profile(own) }
                    try await group.waitForAll()
                }
            case .newAccessToken: _ = try await own.newAccessToken()
            case .secondAccount: _ = try await profile(second)
            }
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        own.value = auth
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: url, auth: auth)
        #expect(Self.isReentrant(error), "\(error)")
        if way != .newAccessToken, way != .secondAccount {
            guard case .reentrantRefresh? = inner.value?.authenticationFault else {
                Issue.record("\(String(describing: inner.value))")
                return
            }
        }
        #expect(try await auth.tokens?.refreshToken == "r1")
        #expect(server.calls.filter { $0.path == "/items/a" }.count == 1)
    }

    @Test("R-06 the hook for a failed refresh may send a request")
    func hookSends() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            return request.path == "/items/open" ? Reply(body: "open") : Reply(status: 401)
        }
        let url = server.url
        let notes = Counter()
        let own = Later<JWTAuth>()
        let auth = JWTAuth(
            initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1"),
            refreshHandler: { token in
                _ = try await URLSession.shared.response(with: ExchangeToken(token: token), environment: url)
                return TokenPair(accessToken: "never")
            },
            onRefreshFailed: { _ in
                let open = await URLSession.shared.result(with: Item(name: "open"), environment: url)
                await notes.add((try? open.get()) ?? "failed")
                let closed = await URLSession.shared.result(with: Item(name: "b"), environment: url, auth: own.value)
                await notes.add(closed.failure.map { "\($0.authenticationFault == nil)" } ?? "sent")
            })
        own.value = auth
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: url, auth: auth)
        #expect(Self.isRejected(error))
        #expect(await notes.notes == ["open", "false"])
    }

    @Test("R-07 a second 401 is the answer, with its body")
    func stillUnauthorized() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/token" ? .tokens("A2", "r2") : .json(#"{"code":"bad-tenant"}"#, status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        let error = try await URLSession.shared.failure(of: Problem(), environment: server.url, auth: auth)
        guard case .errorResponse(let problem, let received) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(problem.code == "bad-tenant")
        #expect(received.statusCode == 401)
        #expect(error.isUnauthorized)
        #expect(received.context.attempts.count == 2)
        #expect(server.calls.map(\.bearer) == ["A1", "A2"])
        #expect(server.exchanges == ["r1"])
    }
}

extension LoopbackSite {
    /// The error of a call to this server.
    typealias Failure = EndpointTaskError<EmptyResponse>
}
