import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Rules of mock scopes", .timeLimit(.minutes(5)))
struct ScopeRulesTests {
    private struct Over: Error {}
    private final class Unsendable { var count = 0 }

    private let session = URLSession.shared

    @Test("K-01 200 parallel tests that mock one endpoint read their own value", arguments: 0..<200)
    func parallel(number: Int) async throws {
        try await withMock { mocks in
            mocks.register(FetchItem.self, action: .return(Item(id: number)))
            mocks.respond(to: OpenItem.self, json: Item(id: -number))
        } test: {
            await Task.yield()
            let typed = try await session.response(with: FetchItem())
            async let child = session.response(with: OpenItem())
            let wire = try await Task { try await session.response(with: OpenItem()) }.value
            let numbers = try await [typed, wire, child].map(\.id)
            #expect(numbers == [number, -number, -number])
            #expect(MockScope.current?.mocks.requests(to: OpenItem.self).count == 2)
        }
        #expect(MockScope.current == nil)
    }

    @Test("nothing remains after a scope that throws, in its test or before")
    func throwing() async throws {
        let server = try LoopbackServer(replies: [.json(#"{"id":1,"page_count":1}"#)])
        await #expect(throws: Over.self) {
            try await withMock { mocks in
                mocks.register(OpenItem.self, action: .return(Item(id: 5)))
                throw Over()
            } test: {
                Issue.record("the test ran")
            }
        }
        await #expect(throws: Over.self) {
            try await withMock {
                $0.respond(to: OpenItem.self, status: 500)
            } test: {
                throw Over()
            }
        }
        await #expect(throws: Over.self) {
            try await withMock(OpenItem.self, action: .return(Item(id: 6))) {
                try await withMock(FetchItem.self, action: .return(Item(id: 7))) { throw Over() }
            }
        }
        #expect(MockScope.current == nil)
        let item = try await session.response(with: OpenItem(), environment: .at(server.url))
        #expect(item.id == 1)
        #expect(server.requestCount == 1)
    }

    @Test("S4-45 S4-46 other endpoints in a scope reach their server")
    func others() async throws {
        let server = try LoopbackServer(replies: [.json(#"{"id":1,"page_count":1}"#)])
        let place = RuleSite.Environments.at(server.url)
        try await withMock(FetchItem.self, action: .return(Item(id: 5))) {
            async let mocked = session.response(with: FetchItem(), environment: place)
            async let real = session.response(with: OpenItem(), environment: place)
            let numbers = try await [mocked.id, real.id]
            #expect(numbers == [5, 1])
            let list = await session.result(with: ListOf<Int>(), environment: place)
            guard case .failure(.unreadableResponse) = list else {
                Issue.record("\(list)")
                return
            }
        }
        #expect(Set(server.requests.map(\.path)) == ["/open/1", "/list"])
    }

    @Test("S4-47 the innermost mock wins, wire over typed and typed over wire, and the outer one returns")
    func nesting() async throws {
        var seen: [Int] = []
        try await withMock(OpenItem.self, action: .return(Item(id: 1))) {
            try await withMock {
                $0.respond(to: OpenItem.self, json: Item(id: 2))
            } test: {
                try await withMock(ListOf<Int>.self, action: .return([])) {
                    seen.append(try await session.response(with: OpenItem()).id)
                    try await withMock(OpenItem.self, action: .return(Item(id: 3))) {
                        seen.append(try await session.response(with: OpenItem()).id)
                    }
                }
                seen.append(try await session.response(with: OpenItem()).id)
            }
            seen.append(try await session.response(with: OpenItem()).id)
        }
        #expect(seen == [2, 3, 2, 1])
    }

    @Test("S4-47 what is registered in an outer scope later holds in the inner one, and never instead of its own")
    func lateRegistration() async throws {
        let outer = Mocks()
        try await withMock(outer) {
            try await withMock(OpenItem.self, action: .return(Item(id: 1))) {
                outer.register(FetchItem.self, action: .return(Item(id: 2)))
                outer.register(OpenItem.self, action: .return(Item(id: 3)))
                let (fetched, open) = try await (
                    session.response(with: FetchItem()), session.response(with: OpenItem())
                )
                #expect(fetched.id == 2 && open.id == 1)
            }
        }
        #expect(outer.requests(to: FetchItem.self).count == 1)
        #expect(outer.requests(to: OpenItem.self).isEmpty)
        #expect(outer.unused == ["OpenItem"])
    }

    @Test("a scope that is over keeps nothing alive")
    func released() async throws {
        weak var witness: Unsendable?
        weak var kept: Mocks?
        for isThrowing in [true, false] {
            do {
                try await withMock { mocks in
                    kept = mocks
                    mocks.respond(to: OpenItem.self) { _ in .text("{") }
                    mocks.register(FetchItem.self) { _ in }
                } test: {
                    let object = Unsendable()
                    witness = object
                    _ = await (session.result(with: OpenItem()), session.result(with: FetchItem()))
                    #expect(kept?.requests(to: OpenItem.self).count == 1)
                    if isThrowing { throw Over() }
                }
            } catch is Over {}
            #expect(kept == nil && witness == nil)
        }
    }

    @Test("1,000 nested scopes merge")
    func deep() async throws {
        func nest(_ depth: Int) async throws -> [Int] {
            guard depth > 0 else {
                let (open, list) = try await (session.response(with: OpenItem()), session.response(with: ListOf<Int>()))
                return [open.id] + list
            }
            return try await withMock(OpenItem.self, action: .return(Item(id: depth))) { try await nest(depth - 1) }
        }
        let seen = try await withMock(ListOf<Int>.self, action: .return([7])) { try await nest(1000) }
        #expect(seen == [1, 7])
        #expect(MockScope.current == nil)
    }

    @Test("scopes in one task's children don't meet, and one set of mocks can serve many")
    func siblings() async throws {
        let shared = Mocks()
        shared.register(FetchItem.self, action: .return(Item(id: 0)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await withMock(shared) {
                        try await withMock(OpenItem.self, action: .return(Item(id: number))) {
                            let fetched = try await session.response(with: FetchItem(id: number))
                            let open = try await session.response(with: OpenItem())
                            #expect(fetched.id == 0 && open.id == number)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(shared.requests(to: FetchItem.self).map(\.endpoint.id)) == Set(0..<50))
    }

    @Test("a test keeps its actor, and may use and return what can't be sent")
    @MainActor func isolation() async throws {
        let counter = Unsendable()
        let same = await withMock(OpenItem.self, action: .return(Item(id: 1))) {
            MainActor.assertIsolated()
            counter.count += 1
            return counter
        }
        #expect(same === counter && counter.count == 1)
    }
}
