import EndpointsMocking
import EndpointsTesting
import Testing

@Suite("Scopes of mocks", .timeLimit(.minutes(5)))
struct MockScopeTests {
    private let session = URLSession.shared

    @Test("K-01 200 tasks that mock the same endpoint read their own value")
    func parallel() async throws {
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await withMock(GetBook.self, action: .return(Book(id: number))) {
                        await Task.yield()
                        return try await session.response(with: GetBook()).id == number
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(right == 200)
        #expect(MockScope.current == nil)
    }

    @Test("S4-47 nested scopes merge, the innermost wins, and .none lets through")
    func nesting() async throws {
        try await withMock { mocks in
            mocks.register(GetBook.self, action: .return(Book(id: 1)))
            mocks.register(OpenBook.self, action: .return(Book(id: 10)))
        } test: {
            try await withMock(GetBook.self, action: .return(Book(id: 2))) {
                let (inner, outer) = try await (session.response(with: GetBook()), session.response(with: OpenBook()))
                #expect(inner.id == 2 && outer.id == 10)
                await withMock(OpenBook.self, action: .none) {
                    guard case .failure(.transportError(let failure)) = await session.result(with: OpenBook()) else {
                        Issue.record("the mock outside was asked")
                        return
                    }
                    #expect(failure.code == .cannotConnect)
                }
            }
            #expect(try await session.response(with: GetBook()).id == 1)
            MockScope.current?.mocks.register(GetBook.self, action: .return(Book(id: 3)))
            #expect(try await session.response(with: GetBook()).id == 3)
        }
    }

    @Test("S4-45 S4-46 another endpoint in a scope goes to the network")
    func others() async throws {
        await withMock(GetBook.self, action: .return(Book(id: 1))) {
            guard case .failure(.transportError(let failure)) = await session.result(with: OpenBook()) else {
                Issue.record("nobody answers there")
                return
            }
            #expect(failure.code == .cannotConnect)
        }
    }

    @Test("nothing remains after a scope that throws")
    func throwing() async throws {
        struct Over: Error {}
        await #expect(throws: Over.self) {
            try await withMock(GetBook.self, action: .return(Book(id: 1))) { throw Over() }
        }
        #expect(MockScope.current == nil)
    }

    @Test("K-02 child tasks inherit a scope; detached ones and queues take it along")
    func detached() async throws {
        try await withMock(OpenBook.self, action: .return(Book(id: 5))) {
            async let child = session.response(with: OpenBook())
            #expect(try await child.id == 5)
            #expect(try await Task { try await session.response(with: OpenBook()) }.value.id == 5)
            let scope = try #require(MockScope.current)
            let carried = try await Task.detached {
                try await scope.run { try await session.response(with: OpenBook()) }
            }.value
            #expect(carried.id == 5)
            let isLost = await Task.detached { MockScope.current == nil }.value
            #expect(isLost)
            let queued = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    scope.run { _ = Task { continuation.resume(returning: await session.result(with: OpenBook())) } }
                }
            }
            #expect(try queued.get().id == 5)
        }
    }

    @Test("endpointTask reads the scope when it is called, typed and wire, and can be cancelled")
    func endpointTask() async throws {
        let results = await withMock { mocks in
            mocks.register(OpenBook.self, action: .return(Book(id: 6)))
            mocks.respond(to: GetAll<Int>.self, json: [1, 2])
        } test: {
            let book: Result<Book, OpenBook.TaskError> = await withCheckedContinuation { continuation in
                do throws(OpenBook.TaskError) {
                    try session.endpointTask(with: OpenBook()) { continuation.resume(returning: $0) }.resume()
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            let all: Result<[Int], GetAll<Int>.TaskError> = await withCheckedContinuation { continuation in
                do throws(GetAll<Int>.TaskError) {
                    let task = try session.endpointTask(with: GetAll<Int>()) { continuation.resume(returning: $0) }
                    task.cancel()
                    task.resume()
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            return (book, all)
        }
        #expect(try results.0.get().id == 6)
        guard case .failure(.cancelled) = results.1 else {
            Issue.record("\(results.1)")
            return
        }
    }

    @Test("a strict scope names the endpoint that has no mock, and reports mocks that nothing asked for")
    func strict() async throws {
        await #expect(throws: UnusedMocks(endpoints: ["AddBook", "GetBook"])) {
            try await withStrictMock { mocks in
                mocks.register(GetBook.self, action: .return(Book(id: 1)))
                mocks.register(AddBook.self, action: .return())
            } test: {
                try await withMock(GetAll<Int>.self, action: .return([1])) {
                    let all = try await session.response(with: GetAll<Int>())
                    #expect(all == [1])
                    guard case .failure(.transportError(let failure)) = await session.result(with: OpenBook()) else {
                        Issue.record("went to the network")
                        return
                    }
                    #expect(failure.code == .networkForbidden)
                    #expect(failure.description.contains("OpenBook"))
                }
            }
        }
    }

    @Test("K-03 a refresh that starts in a scope is answered by its mocks")
    func refresh() async throws {
        let auth = JWTAuth.mocked()
        try await withMock { mocks in
            mocks.respond(to: ExchangeBookToken.self, json: ExchangeBookToken.Response(access: "A2", refresh: "r2"))
        } test: {
            let token = try await auth.newAccessToken()
            #expect(token == "A2")
        }
        #expect(try await auth.tokens?.accessToken == "A2")
    }

    @Test("K-03 tokens of one test's mocks are refused in another test, with the remedy")
    func foreignTokens() async throws {
        let auth = JWTAuth.mocked()
        let register: @Sendable (Mocks) -> Void = { mocks in
            mocks.respond(to: ExchangeBookToken.self, json: ExchangeBookToken.Response(access: "A2", refresh: "r2"))
        }
        let own = Mocks()
        register(own)
        try await withMock(own) { _ = try await auth.newAccessToken() }
        try await withMock(own) { _ = try await auth.accessToken() }
        await withMock(
            register,
            test: {
                do {
                    _ = try await auth.accessToken()
                    Issue.record("a foreign token was handed out")
                } catch {
                    #expect(error.localizedDescription.contains("of its own"))
                }
            })
        try await withMock(
            register,
            test: {
                try await auth.logout()
                try await auth.setTokens(TokenPair(accessToken: "B1"))
                let token = try await auth.accessToken()
                #expect(token == "B1")
            })
    }

    @Test("the trait gives each test its scope", .mocking { $0.register(GetBook.self, action: .return(Book(id: 8))) })
    func trait() async throws {
        #expect(try await session.response(with: GetBook()).id == 8)
    }

    @Test(
        "a trait's scope can be strict, for each case its own",
        .mocking(isStrict: true) { $0.register(GetBook.self, action: .return(Book(id: 8))) }, arguments: 0..<3)
    func strictTrait(number: Int) async throws {
        _ = try await session.response(with: GetBook())
        guard case .failure = await session.result(with: OpenBook()) else {
            Issue.record("went to the network")
            return
        }
        #expect(MockScope.current?.mocks.requests(to: GetBook.self).count == 1)
    }

    @Test("a synchronous scope holds for the tasks that are started in it")
    func synchronous() async throws {
        let mocks = Mocks()
        mocks.register(GetBook.self, action: .return(Book(id: 9)))
        func start() -> Task<Int, any Error> {
            withMock(mocks) { Task { try await session.response(with: GetBook()).id } }
        }
        #expect(try await start().value == 9)
        let inAsyncFunction = withMock(mocks) { Task { try await session.response(with: GetBook()).id } }
        #expect(try await inAsyncFunction.value == 9)
    }

    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
    @Test("K-02 a process can forbid the network, by a call and by its environment")
    func forbidden() async throws {
        await #expect(processExitsWith: .success) {
            forbidRealNetwork()
            guard case .failure(.transportError(let failure)) = await URLSession.shared.result(with: OpenBook()),
                failure.code == .networkForbidden, failure.description.contains("OpenBook")
            else { exit(1) }
            do {
                _ = try URLSession.shared.endpointTask(with: OpenBook()) { _ in }
                exit(2)
            } catch {}
            let mocked = await withMock(OpenBook.self, action: .return(Book(id: 1))) {
                await URLSession.shared.result(with: OpenBook())
            }
            guard case .success = mocked else { exit(3) }
            allowRealNetwork()
            guard case .failure(.transportError(let failure)) = await URLSession.shared.result(with: OpenBook()),
                failure.code == .cannotConnect
            else { exit(4) }
        }
        await #expect(processExitsWith: .success) {
            setenv("ENDPOINTS_FORBID_NETWORK", "1", 1)
            guard case .failure(.transportError(let failure)) = await URLSession.shared.result(with: OpenBook()),
                failure.code == .networkForbidden
            else { exit(1) }
        }
    }
    #endif
}
