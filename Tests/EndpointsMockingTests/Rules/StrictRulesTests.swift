import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of strict scopes", .timeLimit(.minutes(5)))
struct StrictRulesTests {
    private struct Over: Error {}

    private let session = URLSession.shared

    @Test("a call without a mock names its endpoint and opens no socket, whichever way it is made")
    func noSocket() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 500)])
        let place = RuleSite.Environments.at(server.url)
        try await withStrictMock { _ in
        } test: {
            for _ in 0..<20 {
                let open = await session.result(with: OpenItem(), environment: place)
                #expect(open.failure?.transportCode == .networkForbidden)
                #expect("\(open)".contains("OpenItem"))
            }
            let list = await session.result(with: ListOf<[String]>(), environment: place)
            #expect("\(list)".contains("ListOf<Array<String>>"))
            let authorized = await session.result(with: FetchItem(), environment: place, auth: JWTAuth.ruled(at: place))
            #expect(authorized.failure?.transportCode == .networkForbidden)
            let told = Locked<OpenItem.TaskError?>(nil)
            do throws(OpenItem.TaskError) {
                let done = SharedResult<Void>()
                let task = try session.endpointTask(with: OpenItem(), environment: place) { result in
                    told.withLock { $0 = result.failure }
                    done.settle(.success(()))
                }
                task.resume()
                try? await done.value()
            } catch {
                told.withLock { $0 = error }
            }
            #expect(told.withLock { $0?.transportCode } == .networkForbidden)
        }
        #expect(server.connectionCount == 0)
    }

    @Test("K-03 a refresh in a strict scope opens no socket, and the tokens stay")
    func refresh() async throws {
        let server = try LoopbackServer(replies: [.json(#"{"access":"A2","refresh":"r2"}"#)])
        let place = RuleSite.Environments.at(server.url)
        let auth = JWTAuth.ruled(at: place)
        try await withStrictMock { mocks in
            mocks.respond(to: FetchItem.self, status: 401)
        } test: {
            let result = await session.result(with: FetchItem(), environment: place, auth: auth)
            guard case .failure(.authenticationError(let fault)) = result, case .refreshFailed = fault,
                let error = fault.underlying
            else {
                Issue.record("\(result)")
                return
            }
            #expect("\(error)".contains("RenewTokens"))
        }
        let tokens = try await auth.tokens
        #expect(tokens?.accessToken == "A1")
        #expect(server.connectionCount == 0)
    }

    @Test("strictness holds in scopes inside, and mocks of scopes outside answer")
    func nesting() async throws {
        try await withMock(FetchItem.self, action: .return(Item(id: 1))) {
            try await withStrictMock { mocks in
                mocks.register(ListOf<Int>.self, action: .return([2]))
            } test: {
                try await withMock(ListOf<String>.self, action: .return([])) {
                    let item = try await session.response(with: FetchItem())
                    let list = try await session.response(with: ListOf<Int>())
                    #expect(item.id == 1 && list == [2])
                    let open = await session.result(with: OpenItem())
                    #expect(open.failure?.transportCode == .networkForbidden)
                }
            }
            let open = await session.result(with: OpenItem())
            #expect(open.failure?.transportCode == .cannotConnect)
        }
    }

    @Test(".none lets a call out of a strict scope")
    func letThrough() async throws {
        let server = try LoopbackServer(replies: [.json("[1]")])
        let list = try await withStrictMock { mocks in
            mocks.register(ListOf<Int>.self, action: .none)
        } test: {
            try await session.response(with: ListOf<Int>(), environment: .at(server.url))
        }
        #expect(list == [1])
        #expect(server.requestCount == 1)
    }

    @Test("unused mocks are named in order, and never hide the test's own error")
    func unused() async throws {
        let mocks = Locked<Mocks?>(nil)
        await #expect(throws: UnusedMocks(endpoints: ["FetchItem", "ListOf<Int>", "OpenItem"])) {
            try await withStrictMock {
                $0.register(OpenItem.self, action: .return(Item(id: 1)))
                $0.respond(to: ListOf<Int>.self, json: [1])
                $0.register(FetchItem.self) { $0.resume(returning: Item(id: 1)) }
                $0.respond(to: ListOf<String>.self, json: ["a"])
                mocks.withLock { [value = $0] in $0 = value }
            } test: {
                _ = try await session.response(with: ListOf<String>())
            }
        }
        await #expect(throws: Over.self) {
            try await withStrictMock {
                $0.respond(to: OpenItem.self)
            } test: {
                throw Over()
            }
        }
        await #expect(throws: Over.self) {
            try await withStrictMock { _ in
                throw Over()
            } test: {
            }
        }
        let text = UnusedMocks(endpoints: ["FetchItem"]).localizedDescription
        #expect(text.contains("FetchItem"))
        #expect(MockScope.current == nil)
    }

    @Test("a mock whose call failed was asked for all the same")
    func usedByFailure() async throws {
        try await withStrictMock { mocks in
            mocks.respond(to: OpenItem.self, with: .failure(.connectionLost))
            mocks.register(FetchItem.self, action: .throw(.cancelled))
            mocks.register(ListOf<Int>.self) { _ in }
        } test: {
            let lost = await session.result(with: OpenItem())
            #expect(lost.failure?.transportCode == .connectionLost)
            let cancelled = await session.result(with: FetchItem())
            #expect(cancelled.failure?.isCancelled == true)
            let silent = await session.result(with: ListOf<Int>())
            #expect(silent.failure?.transportCode == .mockNotResumed)
        }
    }

    @Test("a scope of mocks that have been made before can be strict, synchronous or not")
    func madeBefore() async throws {
        func start() -> Task<Result<Item, OpenItem.TaskError>, Never> {
            withMock(Mocks(), isStrict: true) { Task { await session.result(with: OpenItem()) } }
        }
        let results = [
            await start().value, await withMock(Mocks(), isStrict: true) { await session.result(with: OpenItem()) },
        ]
        #expect(results.map(\.failure?.transportCode) == [.networkForbidden, .networkForbidden])
    }

    @Test("a strict scope of mocks that have been made before leaves it to the test which were used")
    func unusedMadeBefore() async throws {
        let mocks = Mocks()
        mocks.register(OpenItem.self, action: .return(Item(id: 1)))
        withMock(mocks, isStrict: true) {}
        #expect(mocks.unused == ["OpenItem"])
    }
}
