import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of recorded requests", .timeLimit(.minutes(5)))
struct RecordingRulesTests {
    private let session = URLSession.shared

    /// The record of a mocked call, and what a server gets from the same call.
    private func pair<T: Endpoint>(of call: T) async throws -> (RecordedRequest<T>, Request)
    where T.Server == RuleSite, T.Response == Void {
        let server = try LoopbackServer(replies: [.empty()])
        let place = RuleSite.Environments.at(server.url)
        let auth = HeaderKeyAuth(key: "K")
        try await session.response(with: call, environment: place, auth: auth)
        let mocks = Mocks()
        mocks.respond(to: T.self, status: 204)
        try await withMock(mocks) { try await session.response(with: call, environment: place, auth: auth) }
        #expect(server.requestCount == 1)
        return (try #require(mocks.requests(to: T.self).first), try #require(server.requests.first))
    }

    private func compare<T: Endpoint>(_ call: T) async throws where T.Server == RuleSite, T.Response == Void {
        let (record, real) = try await pair(of: call)
        #expect(record.body == real.body)
        #expect(!record.body.isEmpty)
        #expect(record.urlRequest.httpMethod == real.method)
        #expect(record.urlRequest.url?.path == real.path)
        for (name, value) in record.urlRequest.allHTTPHeaderFields ?? [:] { #expect(real.header(name) == value) }
        #expect(record.urlRequest.value(forHTTPHeaderField: "Content-Type") == real.header("Content-Type"))
        #expect(record.urlRequest.value(forHTTPHeaderField: "Authorization") == real.header("Authorization"))
    }

    @Test("K-04 a recorded JSON body, form and multipart body is what a server gets")
    func bodies() async throws {
        try await compare(StoreItem(body: Item(id: 3)))
        try await compare(SendForm())
        try await compare(SendFiles())
    }

    @Test("K-04 a body that is a stream is recorded as bytes")
    func stream() async throws {
        struct StreamingSite: ServerDefinition {
            func baseURL(for environment: TypicalEnvironments) -> URL? { URL(string: "http://127.0.0.1:1") }
            func process(_ request: inout URLRequest) {
                request.httpBodyStream = InputStream(data: Data("streamed".utf8))
            }
        }
        struct Send: Endpoint {
            typealias Server = StreamingSite
            typealias Response = Void
            static let definition = Definition(method: .post, path: "s")
        }
        let mocks = Mocks()
        mocks.respond(to: Send.self, status: 204)
        let result = await withMock(mocks) { await session.result(with: Send()) }
        // A declaration whose stream can't be sent is refused when the request is built.
        if case .failure(.endpointError) = result { return }
        #expect(mocks.requests(to: Send.self).map(\.body) == [Data("streamed".utf8)])
    }

    @Test("the session's own fields are in a recorded request as in a sent one")
    func sessionFields() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-App": "books"]
        let own = URLSession(configuration: configuration)
        defer { own.invalidateAndCancel() }
        let server = try LoopbackServer(replies: [Reply(body: "real")])
        let place = RuleSite.Environments.at(server.url)
        let mocks = Mocks()
        mocks.respond(to: OpenBytes.self, with: .text("mocked"))
        let real = try await own.response(with: OpenBytes(), environment: place)
        let mocked = try await withMock(mocks) { try await own.response(with: OpenBytes(), environment: place) }
        #expect([real, mocked] == [Data("real".utf8), Data("mocked".utf8)])
        #expect(server.requests.map { $0.header("X-App") } == ["books"])
        let records = mocks.requests(to: OpenBytes.self)
        #expect(records.map { $0.urlRequest.value(forHTTPHeaderField: "X-App") } == ["books"])
    }

    @Test("K-04 both attempts around a 401 are recorded in order, as a server gets them")
    func retry() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .json(#"{"access":"A2","refresh":"r2"}"#) }
            return .empty(request.header("Authorization") == "Bearer A2" ? 204 : 401)
        }
        let place = RuleSite.Environments.at(server.url)
        let call = StoreItem(body: Item(id: 4))
        try await session.response(with: call, environment: place, auth: JWTAuth.ruled(at: place))
        let mocks = Mocks()
        mocks.respond(to: StoreItem.self, with: .status(401), .status(204))
        mocks.respond(to: RenewTokens.self, json: RenewTokens.Response(access: "A2", refresh: "r2"))
        try await withMock(mocks) {
            try await session.response(with: call, environment: place, auth: JWTAuth.ruled(at: place))
        }
        let records = mocks.requests(to: StoreItem.self)
        let real = server.requests.filter { $0.path == "/items" }
        #expect(records.map(\.attempt) == [1, 2])
        #expect(records.map(\.body) == real.map(\.body))
        let fields = records.map { $0.urlRequest.value(forHTTPHeaderField: "Authorization") }
        #expect(fields == ["Bearer A1", "Bearer A2"])
        #expect(fields == real.map { $0.header("Authorization") })
        #expect(mocks.requests(to: RenewTokens.self).map(\.body) == server.requests[1...1].map(\.body))
    }

    @Test("a typed mock records each call once, in order, with its values")
    func typed() async throws {
        let mocks = Mocks()
        mocks.register(FetchItem.self, action: .fail(.init(code: "no"), status: 503))
        await withMock(mocks) {
            for id in 0..<100 { _ = await session.result(with: FetchItem(id: id, page: id)) }
        }
        let records = mocks.requests(to: FetchItem.self)
        #expect(records.map(\.endpoint.id) == Array(0..<100))
        #expect(records.map(\.attempt) == Array(repeating: 1, count: 100))
        #expect(records.last?.urlRequest.url?.query == "page=99")
        #expect(mocks.requests(to: OpenItem.self).isEmpty)
    }

    @Test("only the scope that answered has the request")
    func owner() async throws {
        let (outer, inner) = (Mocks(), Mocks())
        outer.register(OpenItem.self, action: .return(Item(id: 1)))
        outer.register(ListOf<Int>.self, action: .return([]))
        inner.register(OpenItem.self, action: .return(Item(id: 2)))
        try await withMock(outer) {
            try await withMock(inner) {
                _ = try await (session.response(with: OpenItem()), session.response(with: ListOf<Int>()))
            }
        }
        #expect(outer.requests(to: OpenItem.self).isEmpty && inner.requests(to: OpenItem.self).count == 1)
        #expect(outer.requests(to: ListOf<Int>.self).count == 1 && inner.requests(to: ListOf<Int>.self).isEmpty)
    }

    @Test("a call that a mock lets through was not answered by it, and is not among its requests")
    func letThrough() async throws {
        let server = try LoopbackServer(replies: [.json("[]")])
        let mocks = Mocks()
        mocks.register(ListOf<Int>.self, action: .none)
        mocks.register(ListOf<String>.self) { $0.resume(with: .none) }
        try await withMock(mocks) {
            _ = try await session.response(with: ListOf<Int>(), environment: .at(server.url))
            _ = try await session.response(with: ListOf<String>(), environment: .at(server.url))
        }
        #expect(server.requestCount == 2)
        #expect(mocks.requests(to: ListOf<Int>.self).isEmpty)
        #expect(mocks.requests(to: ListOf<String>.self).isEmpty)
        #expect(mocks.unused.isEmpty)
    }

    @Test("no description of what was recorded shows a secret")
    func secrets() async throws {
        let mocks = Mocks()
        mocks.respond(to: FetchItem.self, json: Item(id: 1))
        mocks.respond(to: RenewTokens.self, with: .text("secret-reply"))
        try await withMock(mocks) {
            _ = try await session.response(with: FetchItem(), auth: HeaderKeyAuth(key: "secret-key"))
            _ = await session.result(with: RenewTokens(token: "secret-refresh"))
            var text = ""
            dump(mocks, to: &text)
            dump(MockScope.current, to: &text)
            dump(mocks.requests(to: FetchItem.self), to: &text)
            dump(mocks.requests(to: RenewTokens.self), to: &text)
            dump(WireReply.text("secret-body", headers: ["Set-Cookie": "secret-cookie"]), to: &text)
            #expect(!text.contains("secret"))
            #expect(text.contains("/items/1"))
        }
    }
}
