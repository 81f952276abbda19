import Endpoints
import Testing

@Suite("Credentials that were available", .timeLimit(.minutes(5)))
struct IfAvailableRetryRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    /// What each request of a call carried.
    private func sent(_ transport: FakeTransport) -> [String?] {
        transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") }
    }

    @Test("S1-10 a 401 for an attached token is mended as without the policy")
    func recovers() async throws {
        let auth = account.auth(.rule(1))
        let transport = account.transport(accepting: ["A2"])
        try await RuleAccount.call(auth.ifAvailable, over: transport)
        #expect(sent(transport) == ["Bearer A1", "Bearer A2"])
        #expect(account.refreshes == ["r1"])
    }

    @Test("S1-17 when the recovery of a 401 fails, nothing is sent again without the token", arguments: 0..<4)
    func recoveryFails(way: Int) async throws {
        let store = way == 2 ? account.store(.rule(1)) : nil
        let pair = way == 3 ? TokenPair(accessToken: "A1") : TokenPair.rule(1)
        let auth = account.auth(way == 2 ? nil : pair, store: store) { _, _ in
            if way == 2 { return .rule(2) }
            throw way == 0 ? RefreshRejection() as any Error : RuleError.offline
        }
        store?.fail(.save)
        let transport = account.transport(accepting: [])
        let error = await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        guard case SampleItem.TaskError.authenticationError(let cause)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let names = ["refreshRejected", "refreshFailed", "storageFailed", "noRefreshToken"]
        #expect(ruleName(of: cause) == names[way])
        #expect(sent(transport) == ["Bearer A1"])
    }

    @Test("S1-17 a second 401 is the answer, and nothing is sent without the token")
    func second401() async throws {
        let auth = account.auth(.rule(1))
        let transport = account.transport(accepting: [])
        #expect(await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) } != nil)
        #expect(sent(transport) == ["Bearer A1", "Bearer A2"])
    }

    @Test("S1-17 a sign-out while the request is away does not send it again without the token")
    func signedOutMeanwhile() async throws {
        let auth = account.auth(.rule(1))
        let transport = FakeTransport { request, _ throws(TransportFailure) in
            try? await auth.logout()
            return try TransportReply(status: 401, body: #"{"code":"x"}"#, to: request)
        }
        #expect(await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) } != nil)
        #expect(sent(transport) == ["Bearer A1"])
        #expect(account.refreshes.isEmpty)
    }

    @Test("S1-17 a sign-out between the refresh and the second attempt does not send it without the token")
    func signedOutBeforeRetry() async throws {
        let box = RuleBox<JWTAuth>()
        let auth = account.auth(.rule(1), onTokensUpdated: { _ in try? await box.get().logout() })
        await box.set(auth)
        let transport = account.transport(accepting: ["nothing"])
        #expect(await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) } != nil)
        #expect(sent(transport) == ["Bearer A1"])
    }

    @Test("S1-17 a method whose sign-in ends between two attempts sends nothing without its credentials")
    func methodEnds() async throws {
        let transport = FakeTransport(statuses: 401, 200, body: #"{"id":1}"#)
        let error = await ruleError {
            try await RuleAccount.call(Fading(journal: journal).ifAvailable, over: transport)
        }
        #expect(sent(transport) == ["Bearer A1"], "\(String(describing: error))")
    }

    @Test("S1-17 a request that fails on its way is not sent again without the token")
    func transportFails() async throws {
        let transport = FakeTransport { _, _ throws(TransportFailure) in throw TransportFailure(code: .connectionLost) }
        let auth = account.auth(.rule(1))
        let error = await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        guard case SampleItem.TaskError.transportError? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sent(transport) == ["Bearer A1"])
    }

    @Test(
        "S1-44 an answer that looks like a failed lookup is the server's and not the lookup's", arguments: [401, 403])
    func anonymousFailure(status: Int) async throws {
        let transport = FakeTransport(statuses: status, body: #"{"code":"notAuthenticated"}"#)
        let error = await ruleError { try await RuleAccount.call(account.auth().ifAvailable, over: transport) }
        guard case SampleItem.TaskError.errorResponse(_, let received)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(received.statusCode == status)
        #expect(transport.requests.count == 1)
    }
}

/// Has credentials the first time it is asked, and none after.
private struct Fading: AuthenticationMethod {
    let journal: RuleJournal

    func authenticate(request: URLRequest) async throws -> URLRequest {
        journal.note("asked")
        guard journal.count("asked") == 1 else { throw AuthenticationError.notAuthenticated }
        var request = request
        request.setValue("Bearer A1", forHTTPHeaderField: "Authorization")
        return request
    }

    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        response.statusCode == 401
    }
}
