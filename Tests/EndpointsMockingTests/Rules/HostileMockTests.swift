import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Mocks with hostile values", .timeLimit(.minutes(5)))
struct HostileMockTests {
    private let session = URLSession.shared

    @Test("a status that no answer can have is a failure, not a crash or a success", arguments: [-1, 0, 99, 1000])
    func statuses(status: Int) async throws {
        let results = await withMock { mocks in
            mocks.register(FetchItem.self, action: .return(Item(id: 1), status: status))
            mocks.register(StoreItem.self, action: .fail(.init(code: "x"), status: status))
            mocks.respond(to: OpenBytes.self, status: status, body: Data("x".utf8))
        } test: {
            let fetched = await session.result(with: FetchItem())
            let stored = await session.result(with: StoreItem(body: Item(id: 1)))
            let open = await session.result(with: OpenBytes())
            return [fetched.failure?.transportCode, stored.failure?.transportCode, open.failure?.transportCode]
        }
        #expect(results == [.other, .other, .other])
    }

    @Test(
        "a field that no answer can have is a failure, never a second field",
        arguments: ["X-A\r\nX-B": "1", "X-A": "1\r\nX-B: 2", "": "1", "X A": "1", "X-A\0": "1", "X:A": "1"].sorted {
            $0 < $1
        })
    func fields(name: String, value: String) async throws {
        let (typed, wire) = await withMock { mocks in
            mocks.register(FetchItem.self, action: .return(Item(id: 1), headers: [name: value]))
            mocks.respond(to: OpenBytes.self, headers: [name: value])
        } test: {
            let fetched = await session.result(with: FetchItem())
            return (fetched, await session.result(with: OpenBytes()))
        }
        #expect(typed.failure?.transportCode == .other)
        #expect(wire.failure?.transportCode == .other)
    }

    @Test("10 MB go through, there and back")
    func large() async throws {
        let body = Data((0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let mocks = Mocks()
        mocks.respond(to: OpenBytes.self, body: body)
        mocks.respond(to: SendFiles.self, status: 204)
        let upload = SendFiles(body: .init(raw: body))
        try await withMock(mocks) {
            let data = try await session.response(with: OpenBytes())
            #expect(data == body)
            try await session.response(with: upload, auth: HeaderKeyAuth(key: "K"))
        }
        let record = try #require(mocks.requests(to: SendFiles.self).first)
        #expect(record.body.range(of: body) != nil || record.body.range(of: body.base64EncodedData()) != nil)
    }

    @Test("what has no content has none in a mock either: HEAD, 204, 304")
    func withoutContent() async throws {
        let server = try LoopbackServer { request in
            Reply(status: request.method == "HEAD" ? 200 : 204, body: "content")
        }
        let place = RuleSite.Environments.at(server.url)
        let real = try await [
            session.response(with: LookUp(), environment: place),
            session.response(with: OpenBytes(), environment: place),
        ]
        #expect(real == [Data(), Data()])
        let mocked = try await withMock { mocks in
            mocks.respond(to: LookUp.self, body: Data("content".utf8))
            mocks.respond(to: OpenBytes.self, status: 204, body: Data("content".utf8))
        } test: {
            try await [session.response(with: LookUp()), session.response(with: OpenBytes())]
        }
        #expect(mocked == real)
        let unmodified = await withMock {
            $0.respond(to: OpenBytes.self, status: 304, body: Data("content".utf8))
        } test: {
            await session.result(with: OpenBytes())
        }
        if case .failure(let error) = unmodified { #expect(error.body?.isEmpty != false) }
    }

    @Test("a redirect that leads to itself ends after ten, each recorded", arguments: [301, 303, 307])
    func redirects(status: Int) async throws {
        let mocks = Mocks()
        mocks.respond(to: SendForm.self, status: status, headers: ["Location": ""])
        let result = await withMock(mocks) { await session.result(with: SendForm(), auth: HeaderKeyAuth(key: "K")) }
        #expect(result.failure?.transportCode == .tooManyRedirects)
        let records = mocks.requests(to: SendForm.self)
        #expect(records.map(\.attempt) == Array(1...11))
        let methods = Set(records.dropFirst().map { $0.urlRequest.httpMethod })
        #expect(methods == [status == 307 ? "POST" : "GET"])
        #expect(Set(records.dropFirst().map(\.body.isEmpty)) == [status != 307])
    }

    @Test("a reply of a mock can't leave for the network: a redirect to a server opens no socket")
    func redirectToServer() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "real")])
        let mocks = Mocks()
        mocks.respond(
            to: OpenBytes.self, with: .status(302, headers: ["Location": server.url.absoluteString]), .text("mocked"))
        let data = try await withMock(mocks) { try await session.response(with: OpenBytes()) }
        #expect(data == Data("mocked".utf8))
        #expect(server.connectionCount == 0)
    }
}
