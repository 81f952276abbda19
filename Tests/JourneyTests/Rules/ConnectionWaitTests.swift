import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// The time for which a request waits for one of the session's connections.
@Suite("Waiting for a connection", .timeLimit(.minutes(5)))
struct ConnectionWaitTests {
    private static let second = RequestOptions(timeout: .seconds(1))

    private let session = URLSession.fresh(connections: 1)
    private let clock = ManualClock()

    /// A call that has a limit of a second.
    private func brief(_ name: String, at url: URL) -> Task<Result<String, EndpointTaskError<EmptyResponse>>, Never> {
        session.begin(
            Item(name: name), at: url, options: Self.second, on: clock)
    }

    @Test(
        "C-03 the limit of an attempt doesn't run while it waits for a connection of any session",
        arguments: [true, false])
    func waiting(isSuited: Bool) async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 1
        let session = isSuited ? session : URLSession(configuration: configuration)
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.number == 0 { await gate.wait() }
            return Reply(body: request.path)
        }
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        await gate.arrivals(1)
        let others = ["b", "c", "d"].map {
            session.begin(
                Item(name: $0), at: server.url, options: Self.second,
                on: clock)
        }
        await session.lines(hold: 3)
        for _ in 0..<20 {
            clock.advance(by: .seconds(10))
            await Task.yield()
        }
        #expect(server.requestCount == 1)
        gate.open()
        #expect(try await first.value.get() == "/items/a")
        for call in others { #expect(try await call.value.get().hasPrefix("/items/")) }
        #expect(server.requestCount == 4)
    }

    @Test("C-03 the limit runs once the connection is there")
    func afterWaiting() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "first").delayed(behind: gate), .silence])
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        _ = await server.requests(count: 1)
        let second = brief("b", at: server.url)
        await session.lines(hold: 1)
        clock.advance(by: .seconds(10))
        gate.open()
        #expect(try await first.value.get() == "first")
        _ = await server.requests(count: 2)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await second.value.failure?.transportCode == .timedOut)
    }

    @Test("C-03 calls that follow each other by one connection have a limit each")
    func oneByOne() async throws {
        let gates = (0..<6).map { _ in Gate() }
        let server = try LoopbackServer { request in
            await gates[request.number].wait()
            return Reply(body: request.path)
        }
        let calls = (0..<6).map { brief("\($0)", at: server.url) }
        for number in 0..<6 {
            await gates[number].arrivals(1)
            // The limit of the call before is in the list for as long as it isn't due.
            try await clock.sleepers(min(number + 1, 2))
            clock.advance(by: .milliseconds(900))
            gates[number].open()
        }
        for call in calls { #expect(try await call.value.get().hasPrefix("/items/")) }
        #expect(server.requestCount == 6)
    }

    @Test("C-03 a call whose limit is over makes room for the next")
    func makesRoom() async throws {
        let server = try LoopbackServer.immediate { $0.number == 0 ? .silence : Reply(body: "well") }
        let first = brief("a", at: server.url)
        _ = await server.requests(count: 1)
        let second = brief("b", at: server.url)
        await session.lines(hold: 1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await first.value.failure?.transportCode == .timedOut)
        #expect(try await second.value.get() == "well")
    }

    @Test("C-03 a call that is cancelled in front makes room for the next")
    func cancelledInFront() async throws {
        let server = try LoopbackServer.immediate { $0.number == 0 ? .silence : Reply(body: "well") }
        let first = brief("a", at: server.url)
        _ = await server.requests(count: 1)
        let second = brief("b", at: server.url)
        await session.lines(hold: 1)
        first.cancel()
        #expect(await first.value.failure?.isCase(.cancelled) == true)
        #expect(try await second.value.get() == "well")
    }

    @Test("C-01 a call that is cancelled while it waits for a connection sends nothing, and others go on")
    func cancelledInLine() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.number == 0 { await gate.wait() }
            return Reply(body: request.path)
        }
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        await gate.arrivals(1)
        let second = brief("b", at: server.url)
        let third = brief("c", at: server.url)
        await session.lines(hold: 2)
        second.cancel()
        #expect(await second.value.failure?.isCase(.cancelled) == true)
        gate.open()
        #expect(try await first.value.get() == "/items/a")
        #expect(try await third.value.get() == "/items/c")
        #expect(server.requests.map(\.path) == ["/items/a", "/items/c"])
    }

    @Test("C-03 the deadline of a call runs while it waits for a connection, and nothing is sent after it")
    func deadline() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.number == 0 { await gate.wait() }
            return Reply(body: request.path)
        }
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        await gate.arrivals(1)
        let second = session.begin(
            Item(name: "b"), at: server.url, options: RequestOptions(timeout: .seconds(1), deadline: .seconds(5)),
            on: clock)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await second.value.failure?.transportCode == .deadlineExceeded)
        gate.open()
        #expect(try await first.value.get() == "/items/a")
        #expect(try await session.response(with: Item(name: "c"), environment: server.url) == "/items/c")
        #expect(server.requests.map(\.path) == ["/items/a", "/items/c"])
    }

    @Test("C-03 one server's calls don't wait for another's")
    func otherServer() async throws {
        let silent = try LoopbackServer(replies: [.silence])
        let other = try LoopbackServer(replies: [Reply(body: "well")])
        let first = session.begin(Item(name: "a"), at: silent.url, on: clock)
        _ = await silent.requests(count: 1)
        #expect(try await session.response(with: Item(name: "b"), environment: other.url) == "well")
        first.cancel()
        #expect(await first.value.failure?.isCase(.cancelled) == true)
    }

    @Test("C-03 the session's number of connections is kept to", arguments: [1, 2, 5])
    func number(connections: Int) async throws {
        let session = URLSession.fresh(connections: connections)
        let present = Locked((now: 0, peak: 0))
        let server = try LoopbackServer { request in
            present.withLock { $0 = (now: $0.now + 1, peak: max($0.peak, $0.now + 1)) }
            await Task.yield()
            present.withLock { $0.now -= 1 }
            return Reply(status: request.path.hasSuffix("3") ? 503 : 200, body: "x")
        }
        let url = server.url
        let ended = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask {
                    let options = RequestOptions(
                        timeout: .seconds(100), retryPolicy: .prompt, idempotencyKey: .generated)
                    let result =
                        number.isMultiple(of: 2)
                        ? await session.result(
                            with: Order(name: "\(number)", body: Data("x".utf8)), environment: url, options: options)
                        : await session.result(with: Item(name: "\(number)"), environment: url, options: options)
                    return (try? result.get()) != nil || result.failure?.statusCode == 503
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 60)
        #expect(present.withLock(\.peak) <= connections)
        #expect(Set(server.requests.map(\.path)).count == 60)
    }

    @Test("C-03 a number of connections that makes no sense keeps no call from its end", arguments: [0, -1, Int.max])
    func oddNumber(connections: Int) async throws {
        let session = URLSession.fresh(connections: connections)
        let server = try LoopbackServer(replies: [Reply(body: "well")])
        for _ in 0..<3 {
            let text = try await session.response(
                with: Item(name: "a"), environment: server.url, options: RequestOptions(deadline: .seconds(60)))
            #expect(text == "well")
        }
    }

    @Test("S0-29 D-18 a refresh doesn't wait in the line for a connection")
    func refreshGoesFirst() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            if request.number == 0 { await gate.wait() }
            return Reply(body: request.path)
        }
        let auth = JWTAuth.exchanging(
            at: server.url, pair: TokenPair(accessToken: "", refreshToken: "r1"), session: session)
        let first = session.begin(Item(name: "a"), at: server.url, on: clock)
        await gate.arrivals(1)
        let waiting = (0..<5).map { brief("\($0)", at: server.url) }
        await session.lines(hold: 5)
        let url = server.url
        let call = Task { [session] in
            try await session.response(with: Item(name: "mine"), environment: url, auth: auth)
        }
        while auth.state != .refreshing { await Task.yield() }
        gate.open()
        #expect(try await call.value == "/items/mine")
        for other in waiting { #expect(try await other.value.get().hasPrefix("/items/")) }
        _ = await first.value
        // One of the others may be quicker at the moment when the first one ends; in the line it would come after all.
        #expect(server.requests.map(\.path).prefix(3).contains("/token"))
    }

    @Test("C-03 a redirect and a retry give back what they hold, with one connection as well")
    func givenBack() async throws {
        let server = try LoopbackServer.immediate { request in
            switch request.number {
            case 0: .redirect(to: "/next")
            case 1: .close
            case 2: Reply(status: 503)
            default: Reply(body: "there")
            }
        }
        let text = try await session.response(
            with: Item(name: "a"), environment: server.url,
            options: RequestOptions(timeout: .seconds(100), retryPolicy: .prompt))
        #expect(text == "there")
        #expect(
            try await session.response(
                with: Item(name: "b"), environment: server.url, options: RequestOptions(timeout: .seconds(100)))
                == "there")
    }
}
