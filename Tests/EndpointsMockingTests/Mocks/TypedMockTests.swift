import EndpointsMocking
import Testing

@Suite("Typed mocks", .timeLimit(.minutes(5)))
struct TypedMockTests {
    private let session = URLSession.shared

    @Test("S4-44 a mock answers calls of its type, and nothing is sent")
    func returns() async throws {
        let book = try await withMock(GetBook.self, action: .return(Book(id: 7))) {
            try await session.response(with: GetBook(id: 7))
        }
        #expect(book == Book(id: 7))
    }

    @Test("S4-49 a typed mock needs no account, and endpointResponse shows status and fields")
    func wholeResponse() async throws {
        let action = MockAction<GetBook>.return(Book(id: 1), status: 203, headers: ["X-Page": "2"])
        let response = try await withMock(GetBook.self, action: action) {
            try await session.endpointResponse(with: GetBook())
        }
        #expect(response.httpResponse.statusCode == 203)
        #expect(response.httpResponse.value(forHTTPHeaderField: "X-Page") == "2")
        #expect(response.request.url?.path == "/books/1")
    }

    @Test("the head of an answer is that of its own call, however often and late it is looked at")
    func heads() async throws {
        let action = MockAction<GetBook>.return(Book(id: 1), status: 299, headers: ["X-Page": "3"])
        let responses = try await withMock(GetBook.self, action: action) {
            [
                try await session.endpointResponse(with: GetBook(id: 4)),
                try await session.endpointResponse(with: GetBook(id: 5)),
            ]
        }
        #expect(responses.map { $0.httpResponse.url?.path } == ["/books/4", "/books/5"])
        for response in responses + responses {
            #expect(response.httpResponse.statusCode == 299)
            #expect(response.httpResponse.value(forHTTPHeaderField: "x-page") == "3")
            #expect(response.attempts == 1)
            #expect("\(response)".contains("status 299, 0 bytes"))
        }
    }

    @Test("a refusal has the server's error, a status and fields")
    func refuses() async throws {
        let action = MockAction<GetBook>.fail(.init(code: "gone"), status: 410, headers: ["Retry-After": "7"])
        let result = await withMock(GetBook.self, action: action) { await session.result(with: GetBook()) }
        guard case .failure(.errorResponse(let error, let received)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == "gone")
        #expect(received.statusCode == 410)
        #expect(received.retryAfter == .seconds(7))
        #expect(received.context.endpoint == "GetBook")
    }

    @Test("S4-50 an error of any stage can be thrown")
    func throwsErrors() async throws {
        let errors: [GetBook.TaskError] = [
            .authenticationError(.notAuthenticated), .transportError(TransportFailure(code: .timedOut)), .cancelled,
        ]
        for error in errors {
            let result = await withMock(GetBook.self, action: .throw(error)) { await session.result(with: GetBook()) }
            #expect(throws: GetBook.TaskError.self) { try result.get() }
            if case .failure(let thrown) = result { #expect("\(thrown)" == "\(error)") }
        }
    }

    @Test("Void responses need no value")
    func void() async throws {
        try await withMock(AddBook.self, action: .return()) {
            try await session.response(with: AddBook(body: Book(id: 1)))
        }
    }

    @Test("a handler gets the endpoint and its request, and decides call by call")
    func handler() async throws {
        try await withMock(GetBook.self) { continuation in
            if continuation.request.url?.path == "/books/3" {
                continuation.resume(failing: .init(code: "no"), status: 404)
            } else {
                continuation.resume(returning: Book(id: continuation.endpoint.id))
            }
        } test: {
            let book = try await session.response(with: GetBook(id: 2))
            #expect(book.id == 2)
            guard case .failure(let error) = await session.result(with: GetBook(id: 3)) else {
                Issue.record("not refused")
                return
            }
            #expect(error.statusCode == 404)
        }
    }

    @Test("a handler that ends without resuming is a failure that says so, not a hang")
    func notResumed() async throws {
        let result = await withMock(GetBook.self) { _ in
        } test: {
            await session.result(with: GetBook())
        }
        guard case .failure(.transportError(let failure)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(failure.code == .mockNotResumed)
        #expect(failure.description.contains("GetBook"))
    }

    @Test("a cancelled call doesn't wait for its handler")
    func cancelled() async throws {
        let kept = Locked<MockContinuation<GetBook>?>(nil)
        let asked = SharedResult<Void>()
        await withMock(GetBook.self) { continuation in
            kept.withLock { $0 = continuation }
            asked.settle(.success(()))
        } test: {
            let call = Task { await session.result(with: GetBook()) }
            try? await asked.value()
            call.cancel()
            guard case .failure(.cancelled) = await call.value else {
                Issue.record("not cancelled")
                return
            }
        }
        kept.withLock { $0 }?.resume(returning: Book(id: 1))
    }

    @Test("a generic endpoint has a mock for each specialisation")
    func generic() async throws {
        try await withMock { mocks in
            mocks.register(GetAll<Int>.self, action: .return([1]))
            mocks.register(GetAll<String>.self, action: .return(["a"]))
        } test: {
            let numbers = try await session.response(with: GetAll<Int>())
            let texts = try await session.response(with: GetAll<String>())
            #expect(numbers == [1] && texts == ["a"])
        }
    }

    @Test("what can't be built fails before the mock is asked")
    func building() async throws {
        struct Broken: Endpoint {
            typealias Server = MockSite
            typealias Response = Book
            static let definition = Definition(path: "books/\(\.id)")
            var id = ".."
        }
        let mocks = Mocks()
        mocks.register(Broken.self, action: .return(Book(id: 1)))
        let result = await withMock(mocks) { await session.result(with: Broken()) }
        guard case .failure(.endpointError) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(mocks.requests(to: Broken.self).isEmpty)
        #expect(mocks.unused == ["Broken"])
    }

    @Test("records stand in the order in which the requests came, not in that of their answers")
    func orderOfRecords() async throws {
        let (isFirstAsked, isSecondAnswered) = (SharedResult<Void>(), SharedResult<Void>())
        let mocks = Mocks()
        mocks.register(GetBook.self) { continuation in
            if continuation.endpoint.id == 1 {
                isFirstAsked.settle(.success(()))
                try? await isSecondAnswered.value()
            }
            continuation.resume(returning: Book(id: continuation.endpoint.id))
        }
        try await withMock(mocks) {
            async let first = session.response(with: GetBook(id: 1))
            try await isFirstAsked.value()
            _ = try await session.response(with: GetBook(id: 2))
            isSecondAnswered.settle(.success(()))
            _ = try await first
        }
        #expect(mocks.requests(to: GetBook.self).map(\.endpoint.id) == [1, 2])
        #expect(mocks.requests.map { $0.url?.path } == ["/books/1", "/books/2"])
    }
}
