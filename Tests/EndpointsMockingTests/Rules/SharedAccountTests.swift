import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of accounts in mock scopes", .timeLimit(.minutes(5)))
struct SharedAccountTests {
    private let session = URLSession.shared

    /// A server that knows one scope's tokens only.
    private func mocks(_ name: String, renewal: @escaping @Sendable () async -> Void = {}) -> Mocks {
        let mocks = Mocks()
        mocks.respond(to: FetchItem.self) { request in
            let isRight = request.value(forHTTPHeaderField: "Authorization") == "Bearer \(name)"
            return isRight ? try .json(Item(id: 1), encoder: RuleSite.encoder) : .status(401)
        }
        mocks.respond(to: RenewTokens.self) { _ in
            await renewal()
            return try .json(RenewTokens.Response(access: name, refresh: "refresh-\(name)"))
        }
        return mocks
    }

    /// Whether all that reached a scope was its own or older than every scope.
    private func expectOwn(_ mocks: Mocks, _ name: String) {
        let fields = mocks.requests(to: FetchItem.self).map { $0.urlRequest.value(forHTTPHeaderField: "Authorization") }
        #expect(Set(fields).isSubset(of: ["Bearer A1", "Bearer \(name)"]))
        #expect(
            Set(mocks.requests(to: RenewTokens.self).map(\.endpoint.token)).isSubset(of: ["r1", "refresh-\(name)"]))
    }

    private func expectOwnOrRefused(_ results: [Result<Item, FetchItem.TaskError>]) {
        for case .failure(let error) in results {
            #expect(error.isAuthenticationError, "\(error)")
            #expect(error.localizedDescription.contains("of its own"), "\(error.localizedDescription)")
        }
    }

    @Test("K-03 two tests that refresh one account at once never see the other's token", arguments: 0..<50)
    func storm(round: Int) async throws {
        let auth = JWTAuth.ruled()
        let names = ["left", "right"]
        let all = names.map { mocks($0) { await Task.yield() } }
        await withTaskGroup(of: [Result<Item, FetchItem.TaskError>].self) { group in
            for mocks in all {
                group.addTask {
                    await withMock(mocks) {
                        await withTaskGroup(of: Result<Item, FetchItem.TaskError>.self) { calls in
                            for _ in 0..<5 { calls.addTask { await session.result(with: FetchItem(), auth: auth) } }
                            return await calls.reduce(into: []) { $0.append($1) }
                        }
                    }
                }
            }
            var results: [Result<Item, FetchItem.TaskError>] = []
            for await some in group { results += some }
            #expect(results.contains { $0.failure == nil })
            expectOwnOrRefused(results)
        }
        for (mocks, name) in zip(all, names) { expectOwn(mocks, name) }
    }

    @Test("K-03 a test that comes while another's refresh is on its way doesn't share it")
    func joining() async throws {
        let auth = JWTAuth.ruled()
        let gate = Gate()
        let left = mocks("left") { await gate.wait() }
        let right = mocks("right")
        let first = withMock(left) { Task { await session.result(with: FetchItem(), auth: auth) } }
        await gate.arrivals(1)
        let second = withMock(right) { Task { await session.result(with: FetchItem(), auth: auth) } }
        for _ in 0..<1000 { await Task.yield() }
        gate.open()
        expectOwnOrRefused([await first.value, await second.value])
        expectOwn(left, "left")
        expectOwn(right, "right")
    }

    @Test("K-03 a sign-in made in one test is refused in the next, until it signs out")
    func signIn() async throws {
        let auth = JWTAuth.ruled(nil)
        let (left, right) = (mocks("left"), mocks("right"))
        try await withMock(left) {
            try await auth.login {
                let answer = try await session.response(with: RenewTokens(token: "r1"))
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
            }
            _ = try await session.response(with: FetchItem(), auth: auth)
        }
        try await withMock(right) {
            let refused = await session.result(with: FetchItem(), auth: auth)
            #expect(refused.failure?.isAuthenticationError == true)
            try await auth.logout()
            try await auth.setTokens(TokenPair(accessToken: "right"))
            _ = try await session.response(with: FetchItem(), auth: auth)
        }
        expectOwn(left, "left")
        expectOwn(right, "right")
    }

    @Test("K-03 a test is told apart from one that is over, wherever its scope lies in memory")
    func succession() async throws {
        var leaks = 0
        for _ in 0..<50 {
            let auth = JWTAuth.ruled()
            let (left, right) = (mocks("left"), mocks("right"))
            try await withMock(left) { _ = try await auth.newAccessToken() }
            // So many scopes at once that one of them lies where the one that is over lay.
            let scopes = try (0..<100).map { _ in try withMock(right) { try #require(MockScope.current) } }
            for scope in scopes {
                let token = await scope.run { try? await auth.accessToken() }
                if token != nil { leaks += 1 }
            }
        }
        #expect(leaks == 0, "of 5,000")
    }

    @Test("K-03 a refresh that fails in one test gets no tokens there: the account's own serve the next")
    func failedRefresh() async throws {
        let auth = JWTAuth.ruled()
        await withMock {
            $0.respond(to: RenewTokens.self, status: 503)
        } test: {
            let token = try? await auth.newAccessToken()
            #expect(token == nil)
        }
        try await withMock(mocks("A1")) {
            let item = try await session.response(with: FetchItem(), auth: auth)
            #expect(item.id == 1)
        }
    }

    @Test("K-03 a refresh of a proactive kind, in a task of its own, is answered by the scope of its call")
    func expired() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 500)])
        let old = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date(timeIntervalSinceNow: -60))
        let auth = JWTAuth.ruled(old, at: .at(server.url))
        let left = mocks("left")
        try await withMock(left) {
            try await withThrowingTaskGroup(of: Item.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await session.response(with: FetchItem(), environment: .at(server.url), auth: auth)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(left.requests(to: RenewTokens.self).map(\.endpoint.token) == ["r1"])
        #expect(left.requests(to: FetchItem.self).count == 20)
        #expect(server.connectionCount == 0)
    }
}
