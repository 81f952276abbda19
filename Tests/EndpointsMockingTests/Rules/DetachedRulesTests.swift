import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of detached work and the forbidden network", .timeLimit(.minutes(5)))
struct DetachedRulesTests {
    private let session = URLSession.shared

    @Test("K-02 detached work can't see a scope, and can take it along after its end")
    func detached() async throws {
        let server = try LoopbackServer(replies: [.json("[9]")])
        let place = RuleSite.Environments.at(server.url)
        let scope = try await withMock(ListOf<Int>.self, action: .return([1])) {
            let lost = try await Task.detached {
                try await session.response(with: ListOf<Int>(), environment: place)
            }.value
            #expect(lost == [9])
            return try #require(MockScope.current)
        }
        let connections = server.connectionCount
        let carried = try await Task.detached {
            try await withMock(ListOf<Int>.self, action: .return([2])) {
                let inner = try await session.response(with: ListOf<Int>(), environment: place)
                let outer = try await scope.run { try await session.response(with: ListOf<Int>(), environment: place) }
                return inner + outer
            }
        }.value
        #expect(carried == [2, 1])
        #expect(MockScope.current == nil)
        #expect(server.connectionCount == connections)
    }

    @Test("endpointTask tells what the mock says, once, and opens no socket")
    func endpointTask() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 500)])
        let told = Collector<[Int]?>()
        try withMock(Mocks()) {
            let mocks = try #require(MockScope.current?.mocks)
            for number in 0..<50 {
                if number % 2 == 0 {
                    mocks.register(ListOf<Int>.self, action: .return([number]))
                } else {
                    mocks.respond(to: ListOf<Int>.self, json: [number])
                }
                let task = try session.endpointTask(with: ListOf<Int>(), environment: .at(server.url)) { result in
                    told.add(try? result.get())
                }
                task.resume()
                task.resume()
            }
        }
        await told.reach(50)
        for _ in 0..<100 { await Task.yield() }
        let all = told.elements
        #expect(all.count == 50)
        #expect(all.allSatisfy { $0?.count == 1 })
        #expect(server.connectionCount == 0)
    }

    @Test("an endpointTask that is cancelled while its mock is asked ends once, as cancelled")
    func cancelledTasks() async throws {
        let kept = Collector<MockContinuation<ListOf<Int>>>()
        let told = Collector<ListOf<Int>.TaskError?>()
        let tasks = try await withMock(ListOf<Int>.self) { continuation in
            kept.add(continuation)
        } test: {
            let tasks = try (0..<50).map { _ in
                try session.endpointTask(with: ListOf<Int>()) { result in told.add(result.failure) }
            }
            for task in tasks { task.resume() }
            await kept.reach(50)
            return tasks
        }
        for task in tasks { task.cancel() }
        await told.reach(50)
        for continuation in kept.elements { continuation.resume(returning: [1]) }
        for _ in 0..<100 { await Task.yield() }
        let all = told.elements
        #expect(all.count == 50)
        #expect(all.allSatisfy { $0?.isCancelled == true })
    }

    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
    @Test("K-02 a forbidden network opens no socket, also for detached work, refreshes and .none")
    func forbidden() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(replies: [.json("[9]")])
            let place = RuleSite.Environments.at(server.url)
            let session = URLSession.shared
            forbidRealNetwork()
            let detached = await Task.detached { await session.result(with: ListOf<Int>(), environment: place) }.value
            #expect(detached.failure?.transportCode == .networkForbidden)
            #expect("\(detached)".contains("ListOf<Int>"))
            let through = await withMock(ListOf<Int>.self, action: .none) {
                await session.result(with: ListOf<Int>(), environment: place)
            }
            #expect(through.failure?.transportCode == .networkForbidden)
            let wire = await withMock {
                $0.respond(to: FetchItem.self, status: 401)
            } test: {
                await session.result(with: FetchItem(), environment: place, auth: JWTAuth.ruled(at: place))
            }
            #expect(wire.failure?.isAuthenticationError == true)
            let mocked = try await withMock {
                $0.respond(to: ListOf<Int>.self, json: [1])
            } test: {
                try await session.response(with: ListOf<Int>(), environment: place)
            }
            #expect(mocked == [1])
            #expect(server.connectionCount == 0)
            allowRealNetwork()
            let real = try await session.response(with: ListOf<Int>(), environment: place)
            #expect(real == [9])
        }
    }

    @Test("K-02 ENDPOINTS_FORBID_NETWORK forbids with 1, and not with 0")
    func environment() async throws {
        await #expect(processExitsWith: .success) {
            setenv("ENDPOINTS_FORBID_NETWORK", "1", 1)
            let server = try LoopbackServer(replies: [.json("[9]")])
            let result = await URLSession.shared.result(with: ListOf<Int>(), environment: .at(server.url))
            #expect(result.failure?.transportCode == .networkForbidden)
            #expect(server.connectionCount == 0)
        }
        await #expect(processExitsWith: .success) {
            setenv("ENDPOINTS_FORBID_NETWORK", "0", 1)
            let server = try LoopbackServer(replies: [.json("[9]")])
            let list = try await URLSession.shared.response(with: ListOf<Int>(), environment: .at(server.url))
            #expect(list == [9])
        }
    }
    #endif
}
