import Endpoints
import Testing

@Suite("Owners that share one store", .timeLimit(.minutes(5)))
struct JWTSharedStoreRulesTests {
    private let account = RuleAccount()
    private var journal: RuleJournal { account.journal }

    @Test("R-18 a token that another owner has renewed is taken from the store, without a refresh")
    func adopts() async throws {
        let store = account.store(.rule(1))
        let first = account.auth(store: store)
        let second = account.auth(store: store)
        #expect(try await first.accessToken() == "A1")
        #expect(try await second.accessToken() == "A1")
        #expect(try await first.newAccessToken() == "A2")
        try await second.reauthenticate(after: ruleRequest(bearer: "A1"))
        #expect(try await second.ruleHeader() == "Bearer A2")
        #expect(account.refreshes == ["r1"])
        #expect(journal.count("updated A2") == 2, "one refreshed it, the other found it")
        #expect(journal.count("save A2") == 1)
        #expect(second.state == .authenticated)
    }

    @Test("R-18 an expired token is looked up in the store before it is renewed")
    func adoptsBeforeExpiry() async throws {
        let store = account.store(.rule(1, expiresAt: account.clock.after(100)))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.pair = .rule(7)
        account.clock.advance(by: 100)
        #expect(try await auth.ruleHeader() == "Bearer A7")
        #expect(account.refreshes.isEmpty)
    }

    @Test("R-18 a forced refresh never presents a token that another owner has used up")
    func forced() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.pair = .rule(7)
        #expect(try await auth.newAccessToken() != "A1")
        #expect(!account.refreshes.contains("r1"))
        #expect(store.pair?.accessToken != "A1")
    }

    @Test("R-18 a pair from the store that has ended too is renewed with its own refresh token")
    func adoptsExpired() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.pair = .rule(7, expiresAt: .distantPast)
        try await auth.reauthenticate(after: ruleRequest(bearer: "A1"))
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(account.refreshes == ["r7"])
        #expect(store.pair == .rule(2))
    }

    @Test("R-18 G15 owners that need a refresh at the same time present each token once", arguments: [2, 8])
    func together(owners: Int) async throws {
        let store = account.store(.ruleExpired)
        let used = RuleLog<String>()
        let auths = (0..<owners).map { _ in
            account.auth(store: store) { _, token in
                let number = await used.add(token)
                for _ in 0..<50 { await Task.yield() }
                return .rule(number + 1)
            }
        }
        let calls = (0..<40).map { number in
            let auth = auths[number % owners]
            return Task { try await auth.accessToken() }
        }
        for call in calls { #expect(try await call.value == "A2") }
        #expect(await used.entries == ["r1"])
        let rejected = try auths.map { auth in
            let request = try ruleRequest(bearer: "A2")
            return Task { try await auth.reauthenticate(after: request) }
        }
        for task in rejected { try await task.value }
        for auth in auths { #expect(try await auth.accessToken() == "A3") }
        #expect(await used.entries == ["r1", "r2"])
        #expect(store.pair == .rule(3))
    }

    @Test("R-18 a rejected token that another owner has renewed meanwhile is no sign-out")
    func rejectedMeanwhile() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in
            store.pair = .rule(7)
            throw RefreshRejection()
        }
        #expect(try await auth.accessToken() == "A7")
        #expect(try await auth.tokens == .rule(7))
        #expect(journal.count("failed") == 0)
        #expect(journal.count("clear") == 0)
        #expect(auth.state == .authenticated)
        #expect(store.pair == .rule(7))
        #expect(account.refreshes == ["r1"])
    }

    @Test("R-18 S1-31 a rejected token that is still the stored one is a sign-out, after one more look")
    func rejectedForGood() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in throw RefreshRejection() }
        #expect(await ruleFault { try await auth.accessToken() } == "refreshRejected")
        let lines = journal.lines
        let refreshed = try #require(lines.firstIndex(of: "refresh r1"))
        let cleared = try #require(lines.firstIndex(of: "clear"))
        #expect(lines[refreshed..<cleared].contains("load"), "\(lines)")
        #expect(store.pair == nil)
        #expect(journal.count("failed") == 1)
    }

    @Test("R-18 R-19 a rejection that can't be looked up in the store deletes nothing there and signs nobody out")
    func rejectedUnreadable() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in
            store.pair = .rule(7)
            store.fail(.load)
            throw RefreshRejection()
        }
        #expect(await ruleError { try await auth.accessToken() } is AuthenticationError)
        #expect(store.pair == .rule(7), "\(journal.lines)")
        #expect(journal.count("failed") == 0)
    }

    @Test("R-11 a store that is found empty before a refresh means that another owner has signed out")
    func signedOutElsewhere() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.accessToken() == "A1")
        store.pair = nil
        #expect(await ruleFault { try await auth.newAccessToken() } == "notAuthenticated")
        #expect(account.refreshes.isEmpty)
        #expect(account.hookCount == 0)
        #expect(journal.count(startingWith: "save") == 0)
        #expect(store.pair == nil)
        #expect(auth.state == .unauthenticated)
        #expect(try await auth.tokens == nil)
        #expect(await ruleFault { try await auth.ruleHeader() } == "notAuthenticated")
    }

    @Test("R-18 a rejection that finds the store empty signs out and puts nothing back")
    func rejectedAndEmpty() async throws {
        let store = account.store(.ruleExpired)
        let auth = account.auth(store: store) { _, _ in
            store.pair = nil
            throw RefreshRejection()
        }
        #expect(await ruleError { try await auth.accessToken() } is AuthenticationError)
        #expect(store.pair == nil)
        #expect(await !auth.isAuthenticated)
        #expect(journal.count(startingWith: "save") == 0)
    }

    @Test("R-12 the next user's token is sent, however it came, and never the previous user's", arguments: 0..<3)
    func nextUser(way: Int) async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        switch way {
        case 0:
            try await auth.logout()
            try await auth.login { .ruleOther }
        case 1: try await auth.login { .ruleOther }
        default: try await auth.setTokens(.ruleOther)
        }
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(store.pair == .ruleOther)
        #expect(try await account.auth(store: store).ruleHeader() == "Bearer B1")
        let fault = await ruleFault { try await auth.reauthenticate(after: ruleRequest(bearer: "A1")) }
        #expect(fault == "signInReplaced")
        #expect(account.refreshes.isEmpty)
    }

    @Test("R-12 clearing resets what was read: the next need looks into the store again")
    func readAgainAfterClearing() async throws {
        let store = account.store(.rule(1))
        let auth = account.auth(store: store)
        #expect(try await auth.ruleHeader() == "Bearer A1")
        try await auth.logout()
        try await account.auth(store: store).login { .ruleOther }
        #expect(try await auth.ruleHeader() == "Bearer B1")
        #expect(account.refreshes.isEmpty)
    }
}
