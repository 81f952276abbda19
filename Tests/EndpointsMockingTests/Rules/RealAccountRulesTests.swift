import EndpointsMocking
import Testing

/// Mocks never touch an account whose tokens outlive the process.
@Suite("Rules of real accounts in mock scopes", .timeLimit(.minutes(5)))
struct RealAccountRulesTests {
    private let session = URLSession.shared
    private let store: FileTokenStorage
    private let real = TokenPair(accessToken: "A1", refreshToken: "r1-s3cr3t")

    init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        store = FileTokenStorage(url: folder.appendingPathComponent("tokens.json"))
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: store.url.deletingLastPathComponent()) }

    /// An account in the store that renews by an endpoint, which a test may mock.
    private func account(_ presented: Locked<[String]> = Locked([])) -> JWTAuth {
        JWTAuth(storage: store) { [session] token in
            presented.withLock { $0.append(token) }
            let answer = try await session.response(with: RenewTokens(token: token))
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
    }

    /// What a test does to the account inside of a scope.
    enum Act: CaseIterable, Sendable {
        case login, logout, setTokens, updateTokens, refresh, look

        func callAsFunction(_ auth: JWTAuth) async throws {
            let other = TokenPair(accessToken: "M1", refreshToken: "m1")
            switch self {
            case .login: try await auth.login { other }
            case .logout: try await auth.logout()
            case .setTokens: try await auth.setTokens(other)
            case .updateTokens: try await auth.updateTokens(other)
            case .refresh: _ = try await auth.newAccessToken()
            case .look: _ = try await auth.tokens
            }
        }

        /// The access token afterwards.
        var token: String? {
            switch self {
            case .login, .setTokens, .updateTokens: "M1"
            case .logout: nil
            case .refresh: "A2"
            case .look: "A1"
            }
        }
    }

    @Test(
        "R-22 R-23 what a test does to an account stays in its scope, and the file as it was", arguments: Act.allCases,
        [true, false])
    func untouched(act: Act, isUsedBefore: Bool) async throws {
        defer { cleanUp() }
        try await store.save(real)
        let before = try Data(contentsOf: store.url)
        let auth = account()
        if isUsedBefore { #expect(try await auth.accessToken() == "A1") }
        let mocks = Mocks()
        mocks.respond(to: RenewTokens.self) { _ in try .json(RenewTokens.Response(access: "A2", refresh: "r2")) }
        try await withMock(mocks) {
            try await act(auth)
            #expect(try await auth.tokens?.accessToken == act.token)
            #expect(auth.state == (act.token == nil ? .unauthenticated : .authenticated))
            // Scopes inside are of the same account.
            let inner = try await withMock(Mocks()) { try await auth.tokens?.accessToken }
            #expect(inner == act.token)
        }
        #expect(try Data(contentsOf: store.url) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.url.deletingLastPathComponent().path)
                .allSatisfy { !$0.hasSuffix(".refresh") && !$0.hasSuffix(".room") })
        #expect(try await auth.tokens == real)
        #expect(try await auth.accessToken() == "A1")
        #expect(auth.state == .authenticated)
    }

    @Test("two scopes have an account of their own each, and a new scope begins with the real one")
    func scopes() async throws {
        defer { cleanUp() }
        try await store.save(real)
        let auth = account()
        try await withMock(Mocks()) {
            try await auth.login { TokenPair(accessToken: "M1") }
            #expect(try await auth.accessToken() == "M1")
        }
        let token = try await withMock(Mocks()) { try await auth.accessToken() }
        #expect(token == "A1")
    }

    @Test("R-23 a refresh in a scope never presents the real refresh token, mocked or not")
    func refreshTokenStays() async throws {
        defer { cleanUp() }
        try await store.save(real)
        let presented = Locked<[String]>([])
        let auth = account(presented)
        await withMock(Mocks()) {
            _ = try? await auth.newAccessToken()
        }
        #expect(presented.withLock(\.count) == 1)
        #expect(presented.withLock { !$0.contains { $0.contains("s3cr3t") } })
        #expect(try await store.load() == real)
    }

    @Test("a store in memory is a test's own, in a scope too")
    func inMemory() async throws {
        defer { cleanUp() }
        let memory = InMemoryTokenStorage(real)
        let auth = JWTAuth(storage: memory) { _ in TokenPair(accessToken: "A2", refreshToken: "r2") }
        let token = try await withMock(Mocks()) { try await auth.newAccessToken() }
        #expect(token == "A2")
        #expect(memory.load()?.accessToken == "A2")
    }

    @Test("observers in a scope see the scope's account")
    func states() async throws {
        defer { cleanUp() }
        let auth = account()
        try await withMock(Mocks()) {
            try await auth.login { TokenPair(accessToken: "M1") }
            for await state in auth.states where state == .authenticated { break }
            try await auth.logout()
            for await state in auth.states where state == .unauthenticated { break }
        }
        #expect(try await auth.tokens == nil)
    }
}
