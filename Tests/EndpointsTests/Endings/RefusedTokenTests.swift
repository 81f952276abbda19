import Endpoints
import Testing

/// A sign-in is over once, and says so once.
@Suite("Tokens that are refused and can't be renewed", .timeLimit(.minutes(5)))
struct RefusedTokenTests {
    private let account = RuleAccount()
    private let store: RuleStore
    private var journal: RuleJournal { account.journal }

    init() {
        store = account.store(TokenPair(accessToken: "A1"))
    }

    private func auth(_ configuration: JWTAuth.Configuration = .init(), stores: Bool = true) -> JWTAuth {
        JWTAuth(
            initialTokens: stores ? nil : TokenPair(accessToken: "A1"), storage: stores ? store : nil,
            configuration: configuration,
            refreshHandler: { [journal] token in
                journal.note("refresh \(token)")
                return .rule(2)
            },
            onRefreshFailed: { [journal] _ in journal.note("failed") })
    }

    @Test("D-4 of ten refused calls one says that the sign-in is over", arguments: [true, false])
    func ends(stores: Bool) async throws {
        let auth = auth(stores: stores)
        let gate = RuleGate()
        let transport = FakeTransport { [journal] request, _ throws(TransportFailure) in
            journal.note("sent")
            await gate.wait()
            return try TransportReply(status: 401, body: #"{"code":"locked"}"#, to: request)
        }
        let calls = (0..<10).map { _ in Task { try await RuleAccount.call(auth, over: transport) } }
        await journal.wait(for: "sent", count: 10)
        await gate.open()
        for call in calls {
            let result = await call.result
            guard case .failure(let error) = result else {
                Issue.record("It succeeded.")
                continue
            }
            let failure = try #require(error as? any EndpointFailure)
            #expect(failure.isUnauthorized, "\(error)")
            #expect(failure.statusCode == 401, "\(error)")
        }
        for await state in auth.states where state == .unauthenticated { break }
        await journal.wait(for: "failed")
        await ruleSettle()
        #expect(journal.count("failed") == 1)
        #expect(journal.count(startingWith: "refresh") == 0)
        if stores { #expect(store.pair == nil) }
        #expect(await ruleFault { try await auth.accessToken() } == "notAuthenticated")
        #expect(journal.count("sent") == 10)
    }

    @Test("D-4 a sign-in afterwards is a new one, whose end is told again")
    func again() async throws {
        let auth = auth()
        let transport = account.transport(accepting: [])
        for number in 1...3 {
            _ = await ruleError { try await RuleAccount.call(auth, over: transport) }
            await journal.wait(for: "failed", count: number)
            #expect(auth.state == .unauthenticated)
            try await auth.login { TokenPair(accessToken: "B\(number)") }
        }
        #expect(journal.count("failed") == 3)
    }

    @Test("D-4 with endsSignInWhenRefused false the token stays, and each call says that it can't be renewed")
    func fixed() async throws {
        let auth = auth(.init(endsSignInWhenRefused: false))
        let transport = account.transport(accepting: [])
        for number in 1...5 {
            let error = await ruleError { try await RuleAccount.call(auth, over: transport) }
            guard case EndpointTaskError<SampleServer.ErrorResponse>.authenticationError(.noRefreshToken)? = error
            else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(journal.count("send A1") == number)
        }
        #expect(auth.state == .authenticated)
        #expect(store.pair?.accessToken == "A1")
        #expect(account.hookCount == 0)
    }

    @Test(
        "D-4 a token that was just renewed and is refused ends the sign-in only where that is configured",
        arguments: [true, false])
    func stillRefused(ends: Bool) async throws {
        store.pair = .rule(1)
        let auth = auth(.init(endsSignInWhenStillRefused: ends))
        let transport = account.transport(accepting: [])
        let error = await ruleError { try await RuleAccount.call(auth, over: transport) }
        #expect((error as? any EndpointFailure)?.statusCode == 401)
        #expect(journal.count("send A1") == 1)
        #expect(journal.count("send A2") == 1)
        #expect(account.refreshes == ["r1"])
        if ends {
            for await state in auth.states where state == .unauthenticated { break }
            await journal.wait(for: "failed")
            await journal.wait(for: "cleared")
            #expect(store.pair == nil)
            #expect(await ruleFault { try await auth.accessToken() } == "notAuthenticated")
        } else {
            await ruleSettle()
            #expect(auth.state == .authenticated)
            #expect(store.pair == .rule(2))
        }
        #expect(journal.count("failed") == (ends ? 1 : 0))
    }

    @Test("D-4 a refusal of a renewed token that is followed by a good answer ends nothing")
    func renewed() async throws {
        store.pair = .rule(1)
        let auth = auth(.init(endsSignInWhenStillRefused: true))
        try await RuleAccount.call(auth, over: account.transport(accepting: ["A2"]))
        await ruleSettle()
        #expect(auth.state == .authenticated)
        #expect(journal.count("failed") == 0)
    }
}
