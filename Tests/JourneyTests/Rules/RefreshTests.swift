import Endpoints
import LoopbackServer
import Testing

/// One refresh, whatever happens, seen from the server.
@Suite("Refresh", .timeLimit(.minutes(5)))
struct RefreshTests {
    @Test("R-01 ten requests that met a 401 cause one refresh")
    func singleFlight() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            if request.bearer == "A2" { return Reply(body: "in") }
            await gate.wait()
            return Reply(status: 401)
        }
        let session = URLSession.fresh(connections: 20)
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        async let opened: Void = {
            await gate.arrivals(10); gate.open()
        }()
        let texts = try await all(10, at: server.url, session: session, auth: auth)
        await opened
        #expect(texts == Array(repeating: "in", count: 10))
        #expect(server.exchanges == ["r1"])
        #expect(server.calls.count { $0.bearer == "A1" } == 10)
        #expect(server.calls.count { $0.bearer == "A2" } == 10)
        #expect(try await auth.tokens == TokenPair(accessToken: "A2", refreshToken: "r2"))
    }

    @Test("R-01 an expired token is never sent, and ten callers share one refresh")
    func expiredLocally() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            await gate.wait()
            return .tokens("A2", "r2")
        }
        let session = URLSession.fresh(connections: 20)
        let expired = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date(timeIntervalSince1970: 1000))
        let auth = JWTAuth.exchanging(at: server.url, pair: expired, session: session)
        async let opened: Void = {
            await gate.arrivals(1); gate.open()
        }()
        #expect(try await all(10, at: server.url, session: session, auth: auth).count == 10)
        await opened
        #expect(server.exchanges == ["r1"])
        #expect(server.calls.map(\.bearer) == Array(repeating: "A2", count: 10))
    }

    @Test("R-02 a late 401 for a replaced token is sent again without a refresh")
    func late() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            if request.bearer == "A2" { return Reply(body: "in") }
            if request.path == "/items/late" { await gate.wait() }
            return Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        async let late = URLSession.shared.result(with: Item(name: "late"), environment: server.url, auth: auth)
        await gate.arrivals(1)
        let first = try await URLSession.shared.response(with: Item(name: "x"), environment: server.url, auth: auth)
        #expect(first == "in")
        gate.open()
        #expect(try await late.get() == "in")
        #expect(server.exchanges == ["r1"])
        #expect(server.calls.filter { $0.path == "/items/late" }.map(\.bearer) == ["A1", "A2"])
    }

    @Test("R-02 a 401 that is two tokens late goes out with the newest one")
    func veryLate() async throws {
        let gate = Gate()
        let isRevoked = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" { return isRevoked.isOpen ? .tokens("A3", "r3") : .tokens("A2", "r2") }
            if request.path == "/items/late", request.bearer == "A1" { await gate.wait() }
            let current = isRevoked.isOpen ? "A3" : "A2"
            return request.bearer == current ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        async let late = URLSession.shared.result(with: Item(name: "late"), environment: server.url, auth: auth)
        await gate.arrivals(1)
        _ = try await URLSession.shared.response(with: Item(name: "x"), environment: server.url, auth: auth)
        isRevoked.open()
        _ = try await URLSession.shared.response(with: Item(name: "y"), environment: server.url, auth: auth)
        gate.open()
        #expect(try await late.get() == "in")
        #expect(server.exchanges == ["r1", "r2"])
        #expect(server.calls.filter { $0.path == "/items/late" }.map(\.bearer) == ["A1", "A3"])
    }

    @Test("R-03 the caller that started the refresh is cancelled, the others go on")
    func starterCancelled() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            await gate.wait()
            return .tokens("A2", "r2")
        }
        let auth = JWTAuth.exchanging(at: server.url)
        let url = server.url
        let starter = Task { await URLSession.shared.result(with: Item(name: "a"), environment: url, auth: auth) }
        await gate.arrivals(1)
        let waiter = Task { await URLSession.shared.result(with: Item(name: "b"), environment: url, auth: auth) }
        starter.cancel()
        #expect(await starter.value.failure?.isCase(.cancelled) == true)
        gate.open()
        #expect(try await waiter.value.get() == "in")
        #expect(server.exchanges == ["r1"])
        #expect(server.calls.filter { $0.path == "/items/a" }.count == 1)
        #expect(try await auth.tokens == TokenPair(accessToken: "A2", refreshToken: "r2"))
    }

    @Test("R-03 the only caller is cancelled, the result is kept")
    func onlyCallerCancelled() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            await gate.wait()
            return .tokens("A2", "r2")
        }
        let updated = Counter()
        let auth = JWTAuth.exchanging(at: server.url, updated: updated)
        let url = server.url
        let call = Task { await URLSession.shared.result(with: Item(name: "a"), environment: url, auth: auth) }
        await gate.arrivals(1)
        call.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        gate.open()
        // Joins the refresh that nobody waits for, or finds its result.
        #expect(try await URLSession.shared.response(with: Item(name: "b"), environment: url, auth: auth) == "in")
        #expect(server.exchanges == ["r1"])
        #expect(await updated.notes == ["A2"])
    }

    @Test("R-09 a reply without a refresh token keeps the old one", arguments: [nil, ""])
    func keepsRefreshToken(refresh: String?) async throws {
        let valid = Later<String>()
        valid.value = "A2"
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens(valid.value ?? "", refresh) }
            return request.bearer == valid.value ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url)
        _ = try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth)
        #expect(try await auth.tokens?.refreshToken == "r1")
        valid.value = "A3"
        _ = try await URLSession.shared.response(with: Item(name: "b"), environment: server.url, auth: auth)
        #expect(server.exchanges == ["r1", "r1"])
    }

    @Test("G-02 a request that is started while a refresh runs waits for it")
    func waits() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.path == "/token" else { return Reply(status: request.bearer == "A2" ? 200 : 401, body: "in") }
            await gate.wait()
            return .tokens("A2", "r2")
        }
        let auth = JWTAuth.exchanging(at: server.url)
        let url = server.url
        let first = Task { await URLSession.shared.result(with: Item(name: "first"), environment: url, auth: auth) }
        await gate.arrivals(1)
        let later = (0..<8).map { number in
            Task { await URLSession.shared.result(with: Item(name: "\(number)"), environment: url, auth: auth) }
        }
        // The session is free for others: what waits is the account, not the connection.
        _ = try await URLSession.shared.response(with: Item(name: "other"), environment: url, auth: .bearer("A2"))
        gate.open()
        #expect(try await first.value.get() == "in")
        for call in later {
            #expect(try await call.value.get() == "in")
        }
        #expect(server.calls.filter { $0.bearer == "A1" }.map(\.path) == ["/items/first"])
        #expect(server.exchanges == ["r1"])
    }

    private func all(
        _ count: Int, at url: URL, session: URLSession, auth: JWTAuth
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await session.response(with: Item(name: "\(number)"), environment: url, auth: auth)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
