import Endpoints
import TestSupport
import Testing

@Suite("Credentials if available", .timeLimit(.minutes(5)))
struct IfAvailableRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    /// A request with a body and an Authorization of its own.
    private func ownRequest() throws -> URLRequest {
        var request = try ruleRequest()
        request.httpMethod = "PUT"
        request.httpBody = Data("parcel".utf8)
        request.setValue("Basic own", forHTTPHeaderField: "Authorization")
        request.setValue("1", forHTTPHeaderField: "X-Trace")
        return request
    }

    @Test("S1-10 S1-11 with a session it attaches the token, renewed where it has ended", arguments: [true, false])
    func attaches(isExpired: Bool) async throws {
        let auth = account.auth(isExpired ? .ruleExpired : .rule(1))
        let request = try await auth.ifAvailable.authenticate(request: ruleRequest())
        #expect(request.allHTTPHeaderFields == ["Authorization": isExpired ? "Bearer A2" : "Bearer A1"])
    }

    @Test("S1-12 S1-13 S1-14 S1-18 without a session the request goes out unchanged", arguments: 0..<7)
    func unchanged(way: Int) async throws {
        let ended = account.clock.after(-1)
        let store = way == 6 ? account.store(.rule(1)) : nil
        let tokens: [TokenPair?] = [
            nil, .rule(1), .ruleExpired,
            TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: ended, refreshExpiresAt: ended),
            .rule(1), TokenPair(accessToken: ""), nil,
        ]
        for hasOwn in [false, true] {
            let auth = account.auth(way == 5 ? nil : tokens[way], store: store) { _, _ in throw RefreshRejection() }
            switch way {
            case 1: try await auth.logout()
            case 4: _ = await ruleError { try await auth.login { throw RuleError.offline } }
            case 6:
                if !hasOwn { #expect(try await auth.accessToken() == "A1") }
                store?.pair = nil
                _ = await ruleError { try await auth.newAccessToken() }
            default: break
            }
            let request = try hasOwn ? ownRequest() : ruleRequest()
            #expect(try await auth.ifAvailable.authenticate(request: request) == request)
            #expect(await ruleError { try await auth.accessToken() } is AuthenticationError, "itself it stays strict")
        }
    }

    @Test("S1-15 an anonymous 401 is the answer: no refresh, no second request", arguments: [true, false])
    func anonymous401(signsInMeanwhile: Bool) async throws {
        let auth = account.auth()
        let transport = FakeTransport { [journal] request, _ throws(TransportFailure) in
            journal.note("send \(request.value(forHTTPHeaderField: "Authorization") ?? "nothing")")
            if signsInMeanwhile { try? await auth.setTokens(.rule(1)) }
            return try TransportReply(status: 401, body: #"{"code":"who"}"#, to: request)
        }
        let error = await ruleError { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        guard case SampleItem.TaskError.errorResponse(let response, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.code == "who")
        #expect(journal.lines.filter { $0.hasPrefix("send") } == ["send nothing"])
        #expect(account.refreshes.isEmpty)
    }

    @Test("S1-11 it waits for a sign-in, and takes what comes of it", arguments: [true, false])
    func waits(succeeds: Bool) async throws {
        let gate = RuleGate()
        let auth = account.auth()
        let login = Task { [journal] in
            try await auth.login {
                journal.note("sign in")
                await gate.wait()
                if !succeeds { throw RuleError.offline }
                return .ruleOther
            }
        }
        await journal.wait(for: "sign in")
        let transport = FakeTransport(statuses: 200, body: #"{"id":1}"#)
        let call = Task { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        await ruleSettle()
        #expect(transport.requests.isEmpty)
        await gate.open()
        try await call.value
        _ = await ruleFault(of: login)
        let headers = transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") }
        #expect(headers == [succeeds ? "Bearer B1" : nil])
    }

    @Test("S1-16 whatever else goes wrong in the lookup stops the request", arguments: 0..<6)
    func propagates(way: Int) async throws {
        let store = [0, 1].contains(way) ? account.store(.ruleExpired) : nil
        if way == 0 { store?.fail(.load) }
        if way == 1 { store?.fail(.save) }
        let limit = ManualClock()
        let never = RuleGate()
        let auth = account.auth(store == nil ? .ruleExpired : nil, store: store, limit: limit) { _, _ in
            switch way {
            case 2: throw RuleError.offline
            case 3: throw AuthenticationError.notAuthenticated
            case 4: throw AuthenticationError.refreshRejected(underlying: RuleError.offline)
            case 5:
                await never.wait()
                return .rule(2)
            default: return .rule(2)
            }
        }
        let transport = FakeTransport(statuses: 200, body: #"{"id":1}"#)
        let call = Task { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        if way == 5 {
            await journal.wait(for: "refresh r1")
            try await limit.sleepers(1)
            limit.advance(by: .seconds(60))
        }
        let error = await ruleError { try await call.value }
        guard case SampleItem.TaskError.authenticationError(let cause)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let names = [
            "storageFailed", "storageFailed", "refreshFailed", "refreshFailed", "refreshFailed", "refreshTimedOut",
        ]
        #expect(ruleName(of: cause) == names[way])
        #expect(transport.requests.isEmpty)
        await never.open()
    }

    @Test("S1-16 a caller that is cancelled during the lookup sends nothing")
    func cancelled() async throws {
        let gate = RuleGate()
        let auth = account.auth(.ruleExpired) { _, _ in
            await gate.wait()
            throw RefreshRejection()
        }
        let transport = FakeTransport(statuses: 200, body: #"{"id":1}"#)
        let call = Task { try await RuleAccount.call(auth.ifAvailable, over: transport) }
        await journal.wait(for: "refresh r1")
        call.cancel()
        let error = await ruleError { try await call.value }
        guard case SampleItem.TaskError.cancelled? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await gate.open()
        _ = await ruleFault { try await auth.accessToken() }
        #expect(transport.requests.isEmpty)
    }

    @Test("S1-16 S1-44 of another method's errors only the missing sign-in is taken for one")
    func otherMethods() async throws {
        let causes: [any Error] = [
            RuleError.offline, CancellationError(), URLError(.notConnectedToInternet), RefreshRejection(),
            AuthenticationError.custom(underlying: AuthenticationError.notAuthenticated),
            AuthenticationError.refreshFailed(underlying: AuthenticationError.notAuthenticated),
            AuthenticationError.storageFailed(underlying: AuthenticationError.notAuthenticated),
            AuthenticationError.refreshTimedOut,
        ]
        for cause in causes {
            let method = CustomAuth { _ in throw cause }.ifAvailable
            #expect(await ruleError { try await method.authenticate(request: ruleRequest()) } != nil, "\(cause)")
        }
        let absent = CustomAuth { _ in throw AuthenticationError.notAuthenticated }.ifAvailable
        #expect(try await absent.authenticate(request: ruleRequest()) == ruleRequest())
    }
}
