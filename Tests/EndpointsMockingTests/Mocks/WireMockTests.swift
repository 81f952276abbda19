import EndpointsMocking
import Testing

@Suite("Wire mocks", .timeLimit(.minutes(5)))
struct WireMockTests {
    private let session = URLSession.shared

    @Test("D-17 S3-17 a refresh loop is tested without a server, and every attempt is recorded")
    func refreshLoop() async throws {
        let mocks = Mocks()
        mocks.respond(to: GetBook.self) { request in
            let isNew = request.value(forHTTPHeaderField: "Authorization") == "Bearer A2"
            return isNew ? try .json(Book(id: 1)) : .status(401)
        }
        mocks.respond(
            to: ExchangeBookToken.self, json: ExchangeBookToken.Response(access: "A2", refresh: "r2"))
        let auth = JWTAuth.mocked()
        let books = try await withMock(mocks) {
            try await withThrowingTaskGroup(of: Book.self) { group in
                for _ in 0..<20 { group.addTask { try await session.response(with: GetBook(), auth: auth) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(books.count == 20)
        #expect(mocks.requests(to: ExchangeBookToken.self).map(\.endpoint.refreshToken) == ["r1"])
        #expect(
            mocks.requests(to: ExchangeBookToken.self).map { String(decoding: $0.body, as: UTF8.self) } == [
                "refresh_token=r1"
            ])
        for record in mocks.requests(to: GetBook.self) where record.attempt == 2 {
            #expect(record.urlRequest.value(forHTTPHeaderField: "Authorization") == "Bearer A2")
        }
    }

    @Test("a sequence answers one attempt after the other, and the last reply repeats")
    func sequence() async throws {
        let mocks = Mocks()
        mocks.respond(to: OpenBook.self, with: .status(503), try .json(Book(id: 1)))
        try await withMock(mocks) {
            guard case .failure(let error) = await session.result(with: OpenBook()) else {
                Issue.record("the first call succeeded")
                return
            }
            #expect(error.statusCode == 503)
            for _ in 0..<2 {
                let book = try await session.response(with: OpenBook())
                #expect(book.id == 1)
            }
        }
        #expect(mocks.requests(to: OpenBook.self).map(\.attempt) == [1, 1, 1])
    }

    @Test("failures of the transport, told and thrown")
    func failures() async throws {
        let replies: [(@Sendable () throws -> WireReply, TransportFailure.Code)] = [
            ({ .failure(.connectionLost) }, .connectionLost), ({ throw URLError(.timedOut) }, .timedOut),
            ({ throw TransportFailure(code: .offline) }, .offline), ({ throw CocoaError(.coderInvalidValue) }, .other),
        ]
        for (reply, code) in replies {
            let result = await withMock {
                $0.respond(to: OpenBook.self) { _ in try reply() }
            } test: {
                await session.result(with: OpenBook())
            }
            guard case .failure(.transportError(let failure)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(failure.code == code)
        }
    }

    @Test("decoding, redirects and refusals happen as with a server")
    func underTheWholeWay() async throws {
        try await withMock { mocks in
            mocks.respond(
                to: OpenBook.self, with: .text("{"), .status(302, headers: ["Location": "/open/9"]),
                try .json(Book(id: 9)), .text(#"{"code":"no"}"#, status: 403))
        } test: {
            guard case .failure(.unreadableResponse) = await session.result(with: OpenBook()) else {
                Issue.record("half a text was decoded")
                return
            }
            let redirected = try await session.endpointResponse(with: OpenBook())
            #expect(redirected.request.url?.path == "/open/9")
            guard case .failure(.errorResponse(let error, _)) = await session.result(with: OpenBook()) else {
                Issue.record("not refused")
                return
            }
            #expect(error.code == "no")
        }
    }

    @Test("a wire mock demands the account that a server would")
    func authentication() async throws {
        try await withMock { mocks in
            mocks.respond(to: GetBook.self, json: Book(id: 1))
        } test: {
            guard
                case .failure(.authenticationError(.callerMustAuthenticate)) =
                    await session.result(with: GetBook())
            else {
                Issue.record("sent without an account")
                return
            }
            let book = try await session.response(with: GetBook(), auth: anybody)
            #expect(book.id == 1)
        }
    }

    @Test("K-04 the recorded body is what would be sent")
    func body() async throws {
        let mocks = Mocks()
        mocks.respond(to: AddBook.self, status: 201)
        try await withMock(mocks) { try await session.response(with: AddBook(body: Book(id: 4)), auth: anybody) }
        let record = try #require(mocks.requests(to: AddBook.self).first)
        #expect(try JSONDecoder().decode(Book.self, from: record.body) == Book(id: 4))
        #expect(record.endpoint.body == Book(id: 4))
        #expect(record.urlRequest.value(forHTTPHeaderField: "Authorization") == "Bearer key")
    }
}
