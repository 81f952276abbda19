import EndpointsTesting
import Testing

@Suite(
    "Rules of the trait", .timeLimit(.minutes(5)),
    .mocking { mocks in
        mocks.register(FetchItem.self, action: .return(Item(id: 1)))
        mocks.respond(to: OpenItem.self, json: Item(id: 10))
    })
struct TraitRulesTests {
    private let session = URLSession.shared

    @Test("a suite's mocks hold in its tests, each with records of its own", arguments: 0..<50)
    func suite(number: Int) async throws {
        let (fetched, open) = try await (session.response(with: FetchItem()), session.response(with: OpenItem()))
        #expect(fetched.id == 1 && open.id == 10)
        let mocks = try #require(MockScope.current?.mocks)
        #expect(mocks.requests(to: FetchItem.self).count == 1)
        mocks.register(FetchItem.self, action: .return(Item(id: number)))
        await Task.yield()
        let changed = try await session.response(with: FetchItem())
        #expect(changed.id == number)
    }

    @Test(
        "a test's mocks come on top of its suite's, case by case",
        .mocking { $0.register(FetchItem.self, action: .return(Item(id: 2))) }, arguments: ["a", "b"])
    func onTop(text: String) async throws {
        let (fetched, open) = try await (session.response(with: FetchItem()), session.response(with: OpenItem()))
        #expect(fetched.id == 2 && open.id == 10)
        #expect(MockScope.current?.mocks.requests(to: OpenItem.self).isEmpty == true)
    }

    @Test(
        "of two traits the later one is the inner one",
        .mocking { $0.register(FetchItem.self, action: .return(Item(id: 3))) },
        .mocking { $0.register(FetchItem.self, action: .return(Item(id: 4))) })
    func two() async throws {
        let item = try await session.response(with: FetchItem())
        #expect(item.id == 4)
    }

    @Test("a strict trait lets nothing out and counts the suite's mocks", .mocking(isStrict: true))
    func strict() async throws {
        let item = try await session.response(with: FetchItem())
        #expect(item.id == 1)
        let list = await session.result(with: ListOf<Int>())
        #expect(list.failure?.transportCode == .networkForbidden)
    }

    @Suite("inside")
    struct Inner {
        @Test("a suite inside a suite has its mocks")
        func inner() async throws {
            let item = try await URLSession.shared.response(with: FetchItem())
            #expect(item.id == 1)
        }
    }

    @Test("mocks of a strict trait that nothing asked for are an issue; the test's own error is the error")
    func unused() async throws {
        struct Over: Error {}
        let trait: MockingTrait = .mocking(isStrict: true) { $0.register(ListOf<Int>.self, action: .return([])) }
        let test = try #require(Test.current)
        let testCase = try #require(Test.Case.current)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: testCase) {}
        } matching: { issue in
            issue.error as? UnusedMocks == UnusedMocks(endpoints: ["ListOf<Int>"])
        }
        await #expect(throws: Over.self) {
            try await trait.provideScope(for: test, testCase: testCase) { throw Over() }
        }
        let failing: MockingTrait = .mocking { _ in throw Over() }
        await #expect(throws: Over.self) {
            try await failing.provideScope(for: test, testCase: testCase) { Issue.record("the test ran") }
        }
    }
}
