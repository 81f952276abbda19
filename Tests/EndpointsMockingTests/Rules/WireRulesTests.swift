import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of wire mocks", .timeLimit(.minutes(5)))
struct WireRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status: Int
        var headers: [String: String] = [:]
        var body = ""
        var testDescription: String { "\(status) \(headers) \(body)" }
    }

    private let session = URLSession.shared

    /// What a caller can tell apart.
    private func story<T>(of result: Result<T, some EndpointFailure>) -> String {
        switch result {
        case .success(let value): "\(value)"
        case .failure(let error):
            "\(error.statusCode ?? 0) \(error.body?.count ?? -1) \(error)".prefix { $0 != "\n" } + ""
        }
    }

    @Test(
        "D-17 a wire mock's answer is told as a server's is",
        arguments: [
            Case(status: 200, body: #"{"id":1,"page_count":2}"#), Case(status: 200), Case(status: 200, body: "{"),
            Case(status: 204), Case(status: 400, body: #"{"code":"no"}"#),
            Case(status: 404, body: "<html>"), Case(status: 500), Case(status: 302),
            Case(status: 302, headers: ["Location": "ftp://a/b"]), Case(status: 401, body: #"{"code":"who"}"#),
            Case(status: 503, headers: ["Retry-After": "3"], body: #"{"code":"later"}"#),
        ])
    func asOverTheSocket(answer: Case) async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: answer.status, headers: answer.headers.map { ($0, $1) }, body: answer.body)
        ])
        let place = RuleSite.Environments.at(server.url)
        let real = await session.result(with: OpenItem(), environment: place)
        let realBytes = await session.result(with: OpenBytes(), environment: place)
        let connections = server.connectionCount
        let (mocked, mockedBytes) = await withMock { mocks in
            let body = Data(answer.body.utf8)
            mocks.respond(to: OpenItem.self, status: answer.status, headers: answer.headers, body: body)
            mocks.respond(to: OpenBytes.self, status: answer.status, headers: answer.headers, body: body)
        } test: {
            let item = await session.result(with: OpenItem(), environment: place)
            return (item, await session.result(with: OpenBytes(), environment: place))
        }
        #expect(story(of: mocked) == story(of: real))
        #expect(story(of: mockedBytes) == story(of: realBytes))
        #expect(server.connectionCount == connections)
    }

    @Test("JSON is written by the server's encoder")
    func json() async throws {
        let answer = try await withMock {
            $0.respond(to: OpenBytes.self, status: 201, json: Item(id: 8))
        } test: {
            try await session.endpointResponse(with: OpenBytes())
        }
        #expect(answer.value == Data(#"{"id":8,"page_count":3}"#.utf8))
        #expect(answer.httpResponse.statusCode == 201)
        #expect(answer.httpResponse.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test(
        "a media type of the test's own takes the place of JSON's, however its field is spelt",
        arguments: ["Content-Type", "content-type", "CONTENT-TYPE", "Content-type", "content-Type", "CoNtEnT-tYpE"])
    func mediaType(name: String) async throws {
        let answer = try await withMock {
            $0.respond(to: OpenBytes.self, headers: [name: "application/problem+json"], json: [1])
        } test: {
            try await session.endpointResponse(with: OpenBytes())
        }
        #expect(answer.httpResponse.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
        #expect(answer.httpResponse.allHeaderFields.count == 1)
    }

    @Test("JSON that can't be encoded fails the call")
    func unencodable() async throws {
        let result = await withMock {
            $0.respond(to: OpenItem.self, json: [Double.nan])
        } test: {
            await session.result(with: OpenItem())
        }
        #expect(result.failure?.transportCode == .other)
    }

    @Test("S3-17 a sequence runs under one call's refresh, and a server that always refuses is asked twice")
    func refreshUnderSequence() async throws {
        let mocks = Mocks()
        mocks.respond(to: FetchItem.self, with: .status(401), try .json(Item(id: 6), encoder: RuleSite.encoder))
        mocks.respond(to: RenewTokens.self, json: RenewTokens.Response(access: "A2", refresh: "r2"))
        try await withMock(mocks) {
            let item = try await session.response(with: FetchItem(), auth: JWTAuth.ruled())
            #expect(item.id == 6)
            mocks.respond(to: FetchItem.self, status: 401, body: Data(#"{"code":"never"}"#.utf8))
            let refused = await session.result(with: FetchItem(), auth: JWTAuth.ruled())
            #expect(refused.failure?.statusCode == 401)
        }
        #expect(mocks.requests(to: FetchItem.self).map(\.attempt) == [1, 2, 1, 2])
        #expect(mocks.requests(to: RenewTokens.self).count == 2)
    }

    @Test("each reply of a sequence is given once, however many calls there are at once")
    func sequenceAtOnce() async throws {
        let mocks = Mocks()
        let counter = Locked(0)
        mocks.respond(to: OpenItem.self) { _ in
            let number = counter.withLock {
                $0 += 1; return $0
            }
            return try .json(Item(id: number), encoder: RuleSite.encoder)
        }
        mocks.respond(to: OpenBytes.self, with: .text("1"), .text("2"), .text("3"))
        try await withMock(mocks) {
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 { group.addTask { try await session.response(with: OpenItem()).id } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(numbers == Set(1...100))
            let texts = try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<50 { group.addTask { try await session.response(with: OpenBytes()) } }
                return try await group.reduce(into: []) { $0.append(String(decoding: $1, as: UTF8.self)) }
            }
            #expect(texts.sorted() == ["1", "2"] + Array(repeating: "3", count: 48))
        }
    }

    @Test("a redirect to another origin loses the credentials, a same one keeps them")
    func redirects() async throws {
        let mocks = Mocks()
        let elsewhere = "http://127.0.0.1:2/x"
        mocks.respond(
            to: FetchItem.self, with: .status(302, headers: ["Location": "/y"]),
            .status(302, headers: ["Location": elsewhere]), try .json(Item(id: 1), encoder: RuleSite.encoder))
        _ = try await withMock(mocks) { try await session.response(with: FetchItem(), auth: HeaderKeyAuth(key: "T")) }
        let fields = mocks.requests(to: FetchItem.self).map { $0.urlRequest.value(forHTTPHeaderField: "Authorization") }
        #expect(fields == ["Bearer T", "Bearer T", nil])
    }
}
