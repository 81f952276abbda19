import EndpointsMocking
import LoopbackServer
import TestSupport
import Testing

/// Retry policies under wire mocks.
@Suite("Retries under mocks", .timeLimit(.minutes(5)))
struct MockRetryTests {
    private let session = URLSession.shared
    private let standard = RequestOptions(retryPolicy: .standard)

    @Test("S2-31 a 503 is retried twice, and the waits between attempts take no time without a clock")
    func retried() async throws {
        let mocks = Mocks()
        mocks.respond(to: OpenBook.self, with: .status(503), .failure(.connectionLost), try .json(Book(id: 3)))
        let response = try await withMock(mocks) {
            try await session.endpointResponse(with: OpenBook(), options: standard)
        }
        #expect(response.value == Book(id: 3))
        #expect(response.attempts == 3)
        #expect(mocks.requests(to: OpenBook.self).map(\.attempt) == [1, 2, 3])
    }

    @Test("S2-31 a 404 is not retried, and a 503 has an end", arguments: [(404, 1), (503, 3), (501, 1)])
    func gaveUp(status: Int, attempts: Int) async {
        let mocks = Mocks()
        mocks.respond(to: OpenBook.self, status: status)
        let result = await withMock(mocks) { await session.result(with: OpenBook(), options: standard) }
        guard case .failure(let error) = result else {
            Issue.record("it succeeded")
            return
        }
        #expect(error.statusCode == status)
        #expect(error.context?.attempts.count == attempts)
        #expect(mocks.requests(to: OpenBook.self).count == attempts)
    }

    @Test("S2-11 the waits pass on the clock of the mocks: 2 s, then 4 s")
    func clock() async throws {
        let clock = ManualClock()
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBook.self, with: .status(503), .status(503), try .json(Book(id: 3)))
        let call = withMock(mocks) { Task { try await session.response(with: OpenBook(), options: standard) } }
        for (sleeps, wait) in [(1, Duration.seconds(2)), (1, .seconds(4))] {
            try await clock.sleepers(sleeps)
            clock.advance(by: wait - .milliseconds(1))
            for _ in 0..<100 { await Task.yield() }
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await call.value == Book(id: 3))
    }

    @Test("C-03 time limits and deadlines pass on the clock of the mocks")
    func limits() async throws {
        let clock = ManualClock()
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBook.self, with: .status(200).delayed(by: .seconds(100)))
        for (options, code) in [
            (RequestOptions(timeout: .seconds(20)), TransportFailure.Code.timedOut),
            (RequestOptions(deadline: .seconds(20)), .deadlineExceeded),
        ] {
            let call = withMock(mocks) { Task { await session.result(with: OpenBook(), options: options) } }
            while clock.sleeperCount < 2 { await Task.yield() }
            clock.advance(by: .seconds(20))
            guard case .failure(.transportError(let failure)) = await call.value else {
                Issue.record("no failure of the transport")
                return
            }
            #expect(failure.code == code)
        }
    }

    @Test("T-02 every attempt of a call has its key, and a recorded request shows it")
    func key() async throws {
        let mocks = Mocks()
        mocks.respond(to: AddBook.self, with: .status(503), .status(503), .status(201))
        let options = RequestOptions(retryPolicy: .standard, idempotencyKey: .generated)
        try await withMock(mocks) {
            try await session.response(with: AddBook(body: Book(id: 1)), auth: anybody, options: options)
            try await session.response(with: AddBook(body: Book(id: 1)), auth: anybody, options: options)
        }
        let keys = mocks.requests(to: AddBook.self).map { $0.urlRequest.value(forHTTPHeaderField: "Idempotency-Key") }
        #expect(keys.count == 4)
        #expect(Set(keys.prefix(3)).count == 1 && keys[0] != nil)
        #expect(keys[3] != keys[0])
    }

    @Test("T-01 a POST without a key is sent once")
    func posted() async {
        let mocks = Mocks()
        mocks.respond(to: AddBook.self, status: 503)
        let result = await withMock(mocks) {
            await session.result(with: AddBook(body: Book(id: 1)), auth: anybody, options: standard)
        }
        #expect(throws: (any Error).self) { try result.get() }
        #expect(mocks.requests(to: AddBook.self).count == 1)
    }

    @Test("an answer of a wire mock that is too large is one")
    func tooLarge() async {
        let mocks = Mocks()
        mocks.respond(to: OpenBook.self, with: .text("0123456789"))
        let result = await withMock(mocks) {
            await session.result(with: OpenBook(), options: RequestOptions(maxResponseSize: 9))
        }
        guard case .failure(.unreadableResponse(let failure)) = result else {
            Issue.record("no failure of the response")
            return
        }
        #expect(failure.code == .tooLarge)
        #expect(failure.received?.body == Data("012345678".utf8))
    }

    @Test("a typed mock is asked once, whatever the policy says")
    func typed() async {
        let mocks = Mocks()
        mocks.register(OpenBook.self, action: .fail(MockSite.ErrorResponse(code: "busy"), status: 503))
        _ = await withMock(mocks) { await session.result(with: OpenBook(), options: standard) }
        #expect(mocks.requests(to: OpenBook.self).count == 1)
    }
}
