import Endpoints
import LoopbackServer
import Testing

/// A request that may do harm is sent once, also by a platform that repeats what it lost on a connection it had kept.
@Suite("Kept connections", .timeLimit(.minutes(5)))
struct KeptConnectionTests {
    private static let field = "Idempotency-Key"
    private static let keyed = RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated)

    private let session = URLSession.fresh()
    private let order = Order(name: "1", body: Data("parcel".utf8))

    @Test(
        "T-01 a POST on a kept connection arrives once, whatever the session",
        arguments: CancellationTests.Source.allCases,
        [true, false])
    func sources(source: CancellationTests.Source, isReset: Bool) async throws {
        let session = source.session
        let server = try LoopbackServer.immediate { request in
            request.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        for number in 0..<5 {
            _ = try await session.response(with: Item(name: "a"), environment: server.url)
            let order = Order(name: "\(number)", body: Data("parcel".utf8))
            #expect(try await session.failure(of: order, environment: server.url).transportCode == .connectionLost)
        }
        #expect(server.requests.filter { $0.method == "POST" }.map(\.path) == (0..<5).map { "/orders/\($0)" })
    }

    @Test("T-01 a session with one connection sends GET and POST by turns, and each arrives once")
    func oneConnection() async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer(replies: [Reply(body: "well")])
        for number in 0..<10 {
            #expect(try await session.response(with: Item(name: "\(number)"), environment: server.url) == "well")
            let order = Order(name: "\(number)", body: Data("parcel".utf8))
            #expect(
                try await session.response(
                    with: order, environment: server.url, options: RequestOptions(timeout: .seconds(100))) == "well")
        }
        #expect(server.requests.map(\.path) == (0..<10).flatMap { ["/items/\($0)", "/orders/\($0)"] })
    }

    @Test("T-01 a method that nobody knows arrives once, by a policy and on a kept connection as well")
    func unknownMethod() async throws {
        let server = try LoopbackServer.immediate { $0.method == "GET" ? Reply(body: "kept") : .close }
        for row in [MethodRow(Locking.self), MethodRow(withBody: Locking.self)] {
            for options in [nil, RequestOptions(retryPolicy: .prompt)] {
                _ = try await session.response(with: Item(name: "a"), environment: server.url)
                #expect(await row.send(session, server.url, options)?.transportCode == .connectionLost)
            }
        }
        #expect(server.requests.map(\.method) == (0..<4).flatMap { _ in ["GET", "LOCK"] })
    }

    @Test("T-01 a large POST on a kept connection arrives once", arguments: [true, false])
    func large(isReset: Bool) async throws {
        let server = try LoopbackServer.immediate { request in
            request.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let error = try await session.failure(
            of: Order(name: "1", body: Data(count: 3 << 20)), environment: server.url,
            options: RequestOptions(retryPolicy: .prompt))
        #expect(error.transportCode == .connectionLost)
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test("T-01 a POST as a task arrives once on a kept connection", arguments: [true, false])
    func task(isReset: Bool) async throws {
        let server = try LoopbackServer.immediate { request in
            request.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let error = await session.taskResult(of: order, at: server.url).failure
        #expect(error?.transportCode == .connectionLost)
        _ = try await session.response(with: Item(name: "b"), environment: server.url)
        #expect(server.requests.map(\.method) == ["GET", "POST", "GET"])
    }

    @Test(
        "T-01 a POST on a kept connection that ends without an answer arrives exactly once", arguments: [true, false],
        MethodRow.harmful)
    func keptConnection(isReset: Bool, row: MethodRow) async throws {
        let server = try LoopbackServer.immediate { request in
            request.method == "GET" ? Reply(body: "kept") : isReset ? .reset : .close
        }
        for options in [nil, RequestOptions(retryPolicy: .prompt)] {
            _ = try await session.response(with: Item(name: "a"), environment: server.url)
            let before = server.requestCount
            let error = try #require(await row.send(session, server.url, options))
            #expect(error.transportCode == .connectionLost)
            // What the platform would send again arrives before the answer to this.
            _ = try await session.response(with: Item(name: "b"), environment: server.url)
            #expect(server.requests[before...].map(\.method) == [server.requests[before].method, "GET"])
        }
    }

    @Test("T-01 a POST after a POST on a kept connection that ends without an answer arrives exactly once")
    func postAfterPost() async throws {
        let server = try LoopbackServer.immediate { $0.number < 3 ? Reply(body: "kept") : .close }
        for number in 0..<3 {
            _ = try await session.response(with: Order(name: "\(number)", body: Data()), environment: server.url)
        }
        let error = try await session.failure(of: Order(name: "3", body: Data("p".utf8)), environment: server.url)
        #expect(error.transportCode == .connectionLost)
        #expect(server.requests.map(\.path) == (0..<4).map { "/orders/\($0)" })
    }

    @Test("T-01 many POSTs at once on kept connections that end arrive exactly once each", arguments: [true, false])
    func manyKept(isReset: Bool) async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.method == "POST" { return isReset ? .reset : .close }
            await gate.wait()
            return Reply(body: "kept")
        }
        let url = server.url
        await withTaskGroup(of: Void.self) { [session] group in
            for number in 0..<6 {
                group.addTask { _ = await session.result(with: Item(name: "\(number)"), environment: url) }
            }
            await gate.arrivals(6)
            gate.open()
            await group.waitForAll()
            for number in 0..<40 {
                group.addTask {
                    let endpoint = Order(name: "\(number)", body: Data("parcel".utf8))
                    let error = await session.result(
                        with: endpoint, environment: url, options: RequestOptions(retryPolicy: .prompt)
                    ).failure
                    #expect(error?.transportCode == .connectionLost)
                }
            }
        }
        let posts = server.requests.filter { $0.method == "POST" }.map(\.path)
        #expect(posts.count == 40)
        #expect(Set(posts).count == 40)
    }

    @Test("T-01 a POST that meets a connection which the server has closed meanwhile arrives once, by another one")
    func staleConnection() async throws {
        let server = try LoopbackServer(replies: [
            Reply(steps: Reply(body: "one").steps + [.close]), Reply(body: "two"),
        ])
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        await server.connectionsClosed(count: 1)
        #expect(try await session.response(with: order, environment: server.url) == "two")
        #expect(server.requests.map(\.method) == ["GET", "POST"])
    }

    @Test("T-01 a POST with a key on a kept connection arrives with the same key as often as the policy says")
    func keptWithKey() async throws {
        let server = try LoopbackServer.immediate { $0.method == "GET" ? Reply(body: "kept") : .close }
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        _ = try await session.failure(of: order, environment: server.url, options: Self.keyed)
        let posts = server.requests.filter { $0.method == "POST" }
        #expect(posts.count >= 3)
        #expect(Set(posts.map { $0.headerValues(Self.field) }).count == 1)
    }

    @Test(
        "T-01 a POST that a redirect leads to a connection which ends arrives there exactly once",
        arguments: [307, 308])
    func redirected(status: Int) async throws {
        let server = try LoopbackServer.immediate { request in
            if request.method == "GET" { return Reply(body: "kept") }
            return request.path == "/next" ? .close : .redirect(to: "/next", status: status)
        }
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        _ = try await session.failure(of: order, environment: server.url, options: RequestOptions(retryPolicy: .prompt))
        #expect(server.requests.map(\.path) == ["/items/a", "/orders/1", "/next"])
    }

    @Test("T-01 a POST whose redirect to a GET fails is not sent again", arguments: [301, 302, 303])
    func redirectedToGet(status: Int) async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/next" ? Reply(status: 503) : .redirect(to: "/next", status: status)
        }
        _ = try await session.failure(of: order, environment: server.url, options: RequestOptions(retryPolicy: .prompt))
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test("T-01 a POST whose attempt takes too long arrives once")
    func slow() async throws {
        let server = try LoopbackServer.immediate { $0.method == "GET" ? Reply(body: "kept") : .silence }
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let error = try await session.failure(
            of: order, environment: server.url,
            options: RequestOptions(timeout: .seconds(1), retryPolicy: .prompt))
        #expect(error.transportCode == .timedOut)
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }
}

/// A method whose effect is not known to RFC 9110.
private enum Locking: Verb {
    static var method: HTTPMethod { HTTPMethod(rawValue: "LOCK") }
}
