import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Credentials of calls that wait in the line for a connection: they are put on when a request leaves.
@Suite("Credentials of waiting calls", .timeLimit(.minutes(5)))
struct OldCredentialTests {
    private let session = URLSession.fresh(connections: 1)
    private let log = EventLog()

    /// A server whose first answer waits behind a gate, and that says which token each request had.
    private static func server(behind gate: Gate) throws -> LoopbackServer {
        try LoopbackServer { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            if request.number == 0 { await gate.wait() }
            return Reply(body: request.header("Authorization") ?? "none")
        }
    }

    @Test("C-03 a token that is renewed while calls wait for a connection is the one that they go out with")
    func renewedMeanwhile() async throws {
        let gate = Gate()
        let server = try Self.server(behind: gate)
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            TokenPair(accessToken: "A3", refreshToken: "r3")
        }
        let url = server.url
        let first = Task { [session] in await session.result(with: Item(name: "first"), environment: url) }
        await gate.arrivals(1)
        let options = RequestOptions(observers: [log])
        let calls = (0..<20).map { number in
            Task { [session] in
                await session.result(with: Item(name: "\(number)"), environment: url, auth: auth, options: options)
            }
        }
        await session.lines(hold: 20)
        try await auth.updateTokens(TokenPair(accessToken: "A2", refreshToken: "r2"))
        gate.open()
        _ = try await first.value.get()
        for call in calls { #expect(try await call.value.get() == "Bearer A2") }
        // They are told once of each attempt, though it has had other credentials before.
        for kind in [RequestEvent.Kind.authenticated, .sent] { #expect(log.kinds.count { $0 == kind } == 20) }
    }

    @Test("C-03 a token that has ended while calls wait is renewed once, and no connection is held meanwhile")
    func endedMeanwhile() async throws {
        let (gate, refreshing) = (Gate(), Gate())
        let server = try Self.server(behind: gate)
        let now = Locked(Date())
        let auth = JWTAuth(
            initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date() + 3600),
            configuration: .init(now: { now.withLock { $0 } })
        ) { _ in
            await refreshing.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let url = server.url
        let first = Task { [session] in await session.result(with: Item(name: "first"), environment: url) }
        await gate.arrivals(1)
        let calls = (0..<5).map { number in
            Task { [session] in
                await session.result(with: Item(name: "\(number)"), environment: url, auth: auth)
            }
        }
        await session.lines(hold: 5)
        now.withLock { $0 += 7200 }
        gate.open()
        _ = try await first.value.get()
        await refreshing.arrivals(1)
        // The only connection is free.
        #expect(try await session.response(with: Item(name: "other"), environment: url) == "none")
        refreshing.open()
        for call in calls { #expect(try await call.value.get() == "Bearer A2") }
        #expect(!server.requests.contains { $0.header("Authorization") == "Bearer A1" })
    }

    @Test("C-03 a sign-out while a call waits ends it, and nothing of it is sent")
    func signedOutMeanwhile() async throws {
        let gate = Gate()
        let server = try Self.server(behind: gate)
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            TokenPair(accessToken: "A3", refreshToken: "r3")
        }
        let url = server.url
        let first = Task { [session] in await session.result(with: Item(name: "first"), environment: url) }
        await gate.arrivals(1)
        let call = Task { [session] in
            await session.result(with: Item(name: "a"), environment: url, auth: auth)
        }
        await session.lines(hold: 1)
        try await auth.logout()
        gate.open()
        _ = try await first.value.get()
        #expect(await call.value.failure?.authenticationFault?.code == .notAuthenticated)
        #expect(server.requestCount == 1)
    }

    @Test("C-03 a method that can't tell is asked once more after a long wait, and everybody keeps their turn")
    func longWait() async throws {
        let clock = ManualClock()
        let gates = (0..<11).map { _ in Gate() }
        let server = try LoopbackServer { request in
            if request.number < gates.count { await gates[request.number].wait() }
            return Reply(body: request.header("Authorization") ?? "none")
        }
        let asked = Locked(0)
        let custom = CustomAuth { request in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            request.setValue("Custom \(number)", forHTTPHeaderField: "Authorization")
        }
        let first = session.begin(Item(name: "first"), at: server.url, on: clock)
        await gates[0].arrivals(1)
        var calls: [Task<Result<String, EndpointTaskError<EmptyResponse>>, Never>] = []
        for number in 0..<10 {
            // Every other one needs no credentials, and never comes back.
            let auth: (any AuthenticationMethod)? = number.isMultiple(of: 2) ? custom : nil
            calls.append(
                session.begin(Item(name: "\(number)"), at: server.url, auth: auth, on: clock))
            await session.lines(hold: number + 1)
        }
        for gate in gates {
            await gate.arrivals(1)
            clock.advance(by: .seconds(2))
            gate.open()
        }
        _ = await first.value
        for call in calls { #expect((try? await call.value.get()) != nil) }
        #expect(asked.withLock { $0 } <= 10)
        #expect(server.requestCount == 11)
        #expect(Set(server.requests.map(\.path)).count == 11)
    }
}
