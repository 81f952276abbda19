import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of typed mocks", .timeLimit(.minutes(5)))
struct TypedRulesTests {
    private let session = URLSession.shared

    @Test("S4-49 a typed mock asks no account, refreshes nothing and opens no socket")
    func bypass() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 500)])
        let place = RuleSite.Environments.at(server.url)
        let empty = JWTAuth.ruled(nil, at: place)
        let full = JWTAuth.ruled(at: place)
        try await withMock { mocks in
            mocks.register(FetchItem.self, action: .return(Item(id: 5)))
            mocks.register(StoreItem.self, action: .fail(.init(code: "who"), status: 401))
        } test: {
            let item = try await session.response(with: FetchItem(), environment: place, auth: empty)
            #expect(item.id == 5)
            let call = StoreItem(body: Item(id: 1))
            let refused = await session.result(with: call, environment: place, auth: full)
            #expect(refused.failure?.statusCode == 401)
            #expect(MockScope.current?.mocks.requests(to: StoreItem.self).map(\.attempt) == [1])
        }
        let tokens = try await full.tokens
        #expect(tokens?.accessToken == "A1")
        #expect(server.connectionCount == 0)
    }

    @Test("a handler gets the value and the request as it was built, without credentials")
    func builtRequest() async throws {
        try await withMock(StoreItem.self) { continuation in
            let request = continuation.request
            #expect(request.httpMethod == "POST")
            #expect(request.url?.absoluteString == "http://127.0.0.1:1/items")
            #expect(request.httpBody == Data(#"{"id":7,"page_count":3}"#.utf8))
            #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
            #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
            #expect(continuation.endpoint.body == Item(id: 7))
            continuation.resume()
        } test: {
            try await session.response(with: StoreItem(body: Item(id: 7)), auth: JWTAuth.ruled())
        }
    }

    @Test("the first word of a handler counts, from whichever task it comes")
    func firstWord() async throws {
        let result = await withMock(FetchItem.self) { continuation in
            await Task.detached { continuation.resume(throwing: .authenticationError(.noRefreshToken)) }.value
            continuation.resume(returning: Item(id: 1))
            continuation.resume(failing: .init(code: "late"))
            continuation.resume(with: .none)
        } test: {
            await session.result(with: FetchItem())
        }
        guard case .failure(.authenticationError(.noRefreshToken)) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("a continuation that was kept and is let go of ends its call")
    func letGo() async throws {
        let kept = Collector<MockContinuation<FetchItem>>()
        let result = await withMock(FetchItem.self) { continuation in
            kept.add(continuation)
        } test: {
            async let result = session.result(with: FetchItem())
            await kept.reach(1)
            kept.removeAll()
            return await result
        }
        #expect(result.failure?.transportCode == .mockNotResumed)
    }

    @Test("S4-46 a handler's word may be that the call goes to the network")
    func letThrough() async throws {
        let server = try LoopbackServer(replies: [.json(#"{"id":9,"page_count":1}"#)])
        let item = try await withMock(OpenItem.self) { continuation in
            continuation.resume(with: .none)
        } test: {
            try await session.response(with: OpenItem(), environment: .at(server.url))
        }
        #expect(item == Item(id: 9, pageCount: 1))
        #expect(server.requestCount == 1)
    }

    @Test("a handler runs in the scope: the calls it makes are answered by its mocks")
    func handlerInScope() async throws {
        let item = try await withMock { mocks in
            mocks.register(OpenItem.self, action: .return(Item(id: 20)))
            mocks.register(FetchItem.self) { continuation in
                let other = try? await URLSession.shared.response(with: OpenItem())
                continuation.resume(returning: Item(id: (other?.id ?? 0) + continuation.endpoint.id))
            }
        } test: {
            try await session.response(with: FetchItem(id: 2))
        }
        #expect(item.id == 22)
    }

    @Test("what can't be built is an error before any handler is asked")
    func buildingFirst() async throws {
        struct Astray: Endpoint {
            typealias Server = RuleSite
            typealias Response = Item
            static let definition = Definition(path: "items/\(\.name)")
            var name: String
        }
        let result = await withMock(Astray.self) { continuation in
            Issue.record("asked about \(continuation.endpoint)")
            continuation.resume(returning: Item(id: 1))
        } test: {
            await session.result(with: Astray(name: ".."))
        }
        guard case .failure(.endpointError) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("S4-44 generic code mocks each specialisation by itself")
    func specialisations() async throws {
        func mocked<Element: Decodable & Sendable>(_ element: Element) async throws -> [Element] {
            try await withMock(ListOf<Element>.self, action: .return([element, element])) {
                try await session.response(with: ListOf<Element>())
            }
        }
        async let numbers = mocked(4)
        async let texts = mocked("x")
        #expect(try await numbers == [4, 4])
        #expect(try await texts == ["x", "x"])
        let other = await withMock(ListOf<Int>.self, action: .return([1])) {
            await session.result(with: ListOf<Int?>())
        }
        #expect(other.failure?.transportCode == .cannotConnect)
    }

    @Test("S4-50 an error of authentication comes as it was given", arguments: [0, 1, 2, 3])
    func authenticationErrors(number: Int) async throws {
        let error: AuthenticationError =
            switch number {
            case 0: .refreshRejected(underlying: URLError(.badServerResponse))
            case 1: .reentrantRefresh(RefreshReentrancyError())
            case 2: .refreshTimedOut
            default: .notAuthenticated
            }
        let result = await withMock(FetchItem.self, action: .throw(.authenticationError(error))) {
            await session.result(with: FetchItem())
        }
        guard case .failure(.authenticationError(let thrown)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect("\(thrown)" == "\(error)")
    }

    @Test("the latest registration of a type wins, whatever its kind")
    func latest() async throws {
        let mocks = Mocks()
        try await withMock(mocks) {
            mocks.register(OpenItem.self, action: .return(Item(id: 1)))
            mocks.respond(to: OpenItem.self, json: Item(id: 2))
            let wire = try await session.response(with: OpenItem())
            mocks.register(OpenItem.self) { $0.resume(returning: Item(id: 3)) }
            let handled = try await session.response(with: OpenItem())
            mocks.register(OpenItem.self, action: .return(Item(id: 4)))
            let typed = try await session.response(with: OpenItem())
            #expect([wire, handled, typed].map(\.id) == [2, 3, 4])
        }
        #expect(mocks.requests(to: OpenItem.self).count == 3)
    }
}
