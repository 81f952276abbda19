import Endpoints
import LoopbackServer
import Testing

/// The life of a session, seen from the server and from the store.
@Suite("Sessions over the socket", .timeLimit(.minutes(5)))
struct SessionJourneyTests {
    private let desk = SessionDesk()
    private let store = SessionStore()

    private func get(_ server: LoopbackServer, _ auth: any AuthenticationMethod) async throws -> String {
        try await URLSession.shared.response(with: Item(name: "a"), environment: server.url, auth: auth)
    }

    private func fault(_ server: LoopbackServer, _ auth: any AuthenticationMethod) async throws -> AuthenticationError?
    {
        let error = try await URLSession.shared.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        return error.authenticationFault
    }

    /// Serves by the desk, and notes each request whose token is not the stored one.
    private func serve(strays: Counter) throws -> LoopbackServer {
        try LoopbackServer { [desk, store] request in
            if let bearer = request.bearer, store.pair?.accessToken != bearer { await strays.add(bearer) }
            return desk.reply(to: request)
        }
    }

    @Test("R-10 D-15 sign in, work, lose the token, refresh, sign out: no token leaves before it is stored")
    func life() async throws {
        let strays = Counter()
        let server = try serve(strays: strays)
        let auth = JWTAuth.stored(in: store, at: server.url)
        #expect(try await fault(server, auth)?.isSignedOut == true)
        #expect(server.requestCount == 0)
        try await auth.signIn("a", at: server.url)
        #expect(try await get(server, auth) == "in")
        desk.revokeAccess()
        #expect(try await get(server, auth) == "in")
        #expect(server.calls.filter { $0.path == "/items/a" }.map(\.bearer) == ["a1", "a1", "a2"])
        #expect(server.exchanges == ["a-refresh1"])
        #expect(store.saves == ["a1", "a2"])
        try await auth.logout()
        #expect(store.pair == nil)
        let count = server.requestCount
        #expect(try await fault(server, auth)?.isSignedOut == true)
        #expect(server.requestCount == count)
        #expect(await strays.notes.isEmpty)
    }

    @Test("R-10 R-12 a relaunch goes on where the last launch ended, and the next user begins anew")
    func relaunch() async throws {
        let strays = Counter()
        let server = try serve(strays: strays)
        let first = JWTAuth.stored(in: store, at: server.url)
        try await first.signIn("a", at: server.url)
        desk.revokeAccess()
        #expect(try await get(server, first) == "in")
        let second = JWTAuth.stored(in: store, at: server.url)
        #expect(try await get(server, second) == "in")
        desk.revokeAccess()
        #expect(try await get(server, second) == "in")
        #expect(server.exchanges == ["a-refresh1", "a-refresh2"])
        #expect(desk.replays.isEmpty)
        try await second.signIn("b", at: server.url)
        #expect(try await get(server, second) == "in")
        desk.revokeAccess()
        #expect(try await get(server, JWTAuth.stored(in: store, at: server.url)) == "in")
        #expect(server.exchanges.last == "b-refresh1")
        let bearers = server.requests.drop { $0.bearer != "b1" }.compactMap(\.bearer)
        #expect(bearers == ["b1", "b1", "b2"])
        #expect(await strays.notes.isEmpty)
    }

    @Test("R-10 R-23 a pair that can't be stored serves the next requests, which need no refresh")
    func unsaved() async throws {
        let strays = Counter()
        let server = try serve(strays: strays)
        let auth = JWTAuth.stored(in: store, at: server.url)
        try await auth.signIn("a", at: server.url)
        desk.revokeAccess()
        store.failSaves(1)
        guard case .storageFailed? = try await fault(server, auth) else {
            Issue.record("stored all the same")
            return
        }
        #expect(try await get(server, auth) == "in")
        #expect(server.exchanges == ["a-refresh1"])
        desk.revokeAccess()
        #expect(try await get(server, auth) == "in")
        #expect(server.exchanges == ["a-refresh1", "a-refresh2"])
        #expect(await strays.notes.allSatisfy { $0 == "a2" })
    }

    @Test(
        "R-11 a sign-out during a refresh is final, and a sign-in after it is not disturbed", arguments: [true, false])
    func signOutDuringRefresh(signsInAgain: Bool) async throws {
        let gate = Gate()
        let refusals = Gate()
        let server = try LoopbackServer { [desk] request in
            let reply = desk.reply(to: request)
            if request.bearer == "a1" { await refusals.wait() }
            if request.path == "/token" { await gate.wait() }
            return reply
        }
        let session = URLSession.fresh(connections: 10)
        try await store.save(desk.begin("a"))
        desk.revokeAccess()
        let rejected = Counter()
        let auth = JWTAuth.stored(in: store, at: server.url, session: session, rejected: rejected)
        let url = server.url
        let calls = (0..<5).map { _ in
            Task { await session.result(with: Item(name: "a"), environment: url, auth: auth) }
        }
        await refusals.arrivals(5)
        refusals.open()
        await gate.arrivals(1)
        try await auth.logout()
        if signsInAgain { try await auth.signIn("b", at: url, session: session) }
        gate.open()
        for call in calls {
            let result = await call.value
            #expect(signsInAgain || result.failure?.authenticationFault?.isSignedOut == true, "\(result)")
        }
        #expect(store.pair?.accessToken == (signsInAgain ? "b1" : nil))
        #expect(!server.calls.contains { $0.bearer == "a2" })
        #expect(await rejected.count == 0)
        if signsInAgain {
            #expect(try await get(server, auth) == "in")
        } else {
            #expect(try await fault(server, auth)?.isSignedOut == true)
        }
        #expect(server.exchanges == ["a-refresh1"])
    }

    @Test("D-15 requests wait for a sign-in, and the server sees that alone until it has answered")
    func waitForSignIn() async throws {
        let gate = Gate()
        let server = try LoopbackServer { [desk] request in
            if request.path == "/sign-in" { await gate.wait() }
            return desk.reply(to: request)
        }
        let session = URLSession.fresh(connections: 12)
        let auth = JWTAuth.stored(in: store, at: server.url, session: session)
        let url = server.url
        let login = Task { try await auth.signIn("a", at: url, session: session) }
        await gate.arrivals(1)
        let calls = (0..<8).map { _ in
            Task { try await session.response(with: Item(name: "a"), environment: url, auth: auth) }
        }
        // What is not held back by the account is answered meanwhile.
        _ = await session.result(with: Item(name: "open"), environment: url)
        #expect(server.requests.map(\.path) == ["/sign-in", "/items/open"])
        gate.open()
        try await login.value
        for call in calls { #expect(try await call.value == "in") }
        #expect(server.calls.filter { $0.path == "/items/a" }.map(\.bearer) == Array(repeating: "a1", count: 8))
    }

    @Test("R-18 owners of one store never present a refresh token twice", arguments: [2, 5])
    func shared(owners: Int) async throws {
        let server = try LoopbackServer.immediate { [desk] in desk.reply(to: $0) }
        let session = URLSession.fresh(connections: 20)
        try await store.save(desk.begin("a"))
        let rejected = Counter()
        let auths = (0..<owners).map { _ in
            JWTAuth.stored(in: store, at: server.url, session: session, rejected: rejected)
        }
        let url = server.url
        for _ in 0..<5 {
            desk.revokeAccess()
            let calls = (0..<20).map { number in
                let auth = auths[number % owners]
                return Task { try await session.response(with: Item(name: "a"), environment: url, auth: auth) }
            }
            for call in calls { #expect(try await call.value == "in") }
        }
        #expect(desk.replays.isEmpty)
        #expect(server.exchanges == (1...5).map { "a-refresh\($0)" })
        #expect(store.pair?.accessToken == "a6")
        #expect(await rejected.count == 0)
    }

    @Test("S1-12 S1-15 without a session ifAvailable sends no Authorization, and a 401 is the answer")
    func ifAvailable() async throws {
        let server = try LoopbackServer.immediate { [desk] in desk.reply(to: $0) }
        let auth = JWTAuth.stored(in: store, at: server.url)
        let error = try await URLSession.shared.failure(
            of: Item(name: "a"), environment: server.url, auth: auth.ifAvailable)
        #expect(error.statusCode == 401)
        #expect(server.requests.map { $0.header("Authorization") } == [nil])
        try await auth.signIn("a", at: server.url)
        desk.revokeAccess()
        #expect(try await get(server, auth.ifAvailable) == "in")
        #expect(server.calls.filter { $0.path == "/items/a" }.map(\.bearer) == [nil, "a1", "a2"])
    }
}
