import Endpoints
import Testing

/// Reads an account's states one by one.
private final class Observer {
    private var iterator: AsyncStream<AuthenticationState>.Iterator

    init(_ auth: JWTAuth) { iterator = auth.states.makeAsyncIterator() }

    func next() async -> AuthenticationState? { await iterator.next() }

    /// Reads until this state comes; nil when the stream ends or the test's time does.
    func next(_ state: AuthenticationState) async -> AuthenticationState? {
        while let next = await iterator.next(), !Task.isCancelled {
            if next == state { return next }
        }
        return nil
    }
}

@Suite("JWTAuth tells its state", .timeLimit(.minutes(5)))
struct JWTStateRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test("S1-26 without a store the state is known at once")
    func withoutStore() async throws {
        let signedOut = account.auth()
        let signedIn = account.auth(.rule(1))
        #expect(signedOut.state == .unauthenticated)
        #expect(signedIn.state == .authenticated)
        #expect(await Observer(signedOut).next() == .unauthenticated)
        #expect(await Observer(signedIn).next() == .authenticated)
    }

    @Test("S1-26 with a store it is loading until the store has answered", arguments: 0..<4)
    func loading(answer: Int) async throws {
        let gate = RuleGate()
        let store = account.store(answer == 0 ? .rule(1) : nil)
        if answer == 2 { store.fail(.load) }
        store.hold(.load, behind: gate)
        let auth = account.auth(answer == 3 ? .rule(1) : nil, store: store)
        #expect(auth.state == .loading)
        await ruleSettle()
        #expect(journal.lines.isEmpty, "asking for the state alone reads nothing")
        let observer = Observer(auth)
        #expect(await observer.next() == .loading)
        await journal.wait(for: "load")
        #expect(auth.state == .loading)
        await gate.open()
        let states: [AuthenticationState] = [.authenticated, .unauthenticated, .storageFailed, .authenticated]
        #expect(await observer.next() == states[answer])
        #expect(auth.state == states[answer])
        #expect(journal.count("load") == 1)
    }

    @Test("G7 a store that could not be read is read again by the next need, and observers hear of it")
    func recovers() async throws {
        let store = account.store(.rule(1))
        store.fail(.load)
        let auth = account.auth(store: store)
        let observer = Observer(auth)
        #expect(await observer.next(.storageFailed) == .storageFailed)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        #expect(await observer.next(.authenticated) == .authenticated)
    }

    @Test("S1-26 S1-43 a life in states, each told once")
    func life() async throws {
        let login = RuleGate()
        let refresh = RuleGate()
        let auth = account.auth { number, _ in
            if number == 1 {
                await refresh.wait()
                return .rule(2)
            }
            throw number == 2 ? RuleError.offline as any Error : RefreshRejection()
        }
        let observer = Observer(auth)
        #expect(await observer.next() == .unauthenticated)
        let signIn = Task {
            try await auth.login {
                await login.wait()
                return .rule(1)
            }
        }
        #expect(await observer.next() == .authenticating)
        await login.open()
        #expect(await observer.next() == .authenticated)
        try await signIn.value
        let forced = Task { try await auth.newAccessToken() }
        #expect(await observer.next() == .refreshing)
        await refresh.open()
        #expect(await observer.next() == .authenticated)
        #expect(try await forced.value == "A2")
        _ = await ruleFault { try await auth.newAccessToken() }
        #expect(auth.state == .authenticated)
        _ = await ruleFault { try await auth.newAccessToken() }
        #expect(auth.state == .unauthenticated)
        #expect(await observer.next(.unauthenticated) == .unauthenticated)
        try await auth.setTokens(.ruleOther)
        #expect(await observer.next(.authenticated) == .authenticated)
        try await auth.logout()
        #expect(await observer.next() == .unauthenticated, "the stream stays open")
    }

    @Test("S1-27 a slow observer gets the latest state alone")
    func latestOnly() async throws {
        let gate = RuleGate()
        let auth = account.auth()
        let observer = Observer(auth)
        #expect(await observer.next() == .unauthenticated)
        for _ in 0..<10 {
            try await auth.setTokens(.rule(1))
            _ = try await auth.newAccessToken()
            try await auth.logout()
        }
        let login = Task { [journal] in
            try await auth.login {
                journal.note("sign in")
                await gate.wait()
                return .ruleOther
            }
        }
        await journal.wait(for: "sign in")
        #expect(await observer.next() == .authenticating)
        await gate.open()
        try await login.value
        #expect(await observer.next() == .authenticated)
    }

    @Test("S1-27 an observer that comes late begins with the present state, and hears no past")
    func lateObserver() async throws {
        let auth = account.auth()
        try await auth.setTokens(.rule(1))
        let observer = Observer(auth)
        #expect(await observer.next() == .authenticated)
        try await auth.logout()
        #expect(await observer.next() == .unauthenticated)
    }

    @Test("S1-43 what changes no state is not told")
    func onlyChanges() async throws {
        let auth = account.auth()
        let observer = Observer(auth)
        #expect(await observer.next() == .unauthenticated)
        try await auth.logout()
        try await auth.clearTokens()
        _ = await ruleFault { try await auth.ruleHeader() }
        let next = Task { [stream = auth.states] in
            var states: [AuthenticationState] = []
            for await state in stream.prefix(2) { states.append(state) }
            return states
        }
        await ruleSettle()
        try await auth.logout()
        await ruleSettle()
        try await auth.setTokens(.rule(1))
        #expect(await next.value.last == .authenticated)
        #expect(await observer.next() == .authenticated)
    }

    @Test("S1-27 each observer has all it needs to itself")
    func several() async throws {
        let auth = account.auth(.rule(1))
        let first = Observer(auth)
        let second = Observer(auth)
        #expect(await first.next() == .authenticated)
        try await auth.logout()
        #expect(await first.next() == .unauthenticated)
        #expect(await second.next() == .unauthenticated)
        try await auth.setTokens(.rule(1))
        #expect(await second.next() == .authenticated)
        #expect(await first.next() == .authenticated)
    }
}
