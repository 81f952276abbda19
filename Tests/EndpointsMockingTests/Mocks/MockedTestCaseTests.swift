import EndpointsTesting
import XCTest

/// Each test of XCTest has mocks of its own, whether it waits or not.
final class MockedTestCaseTests: MockedTestCase {
    private let session = URLSession.shared
    private var seenInSetUp: Int?

    override var isStrict: Bool { true }

    override func registerMocks(in mocks: Mocks) {
        mocks.register(OpenItem.self, action: .return(Item(id: 1)))
    }

    override func setUp() async throws {
        seenInSetUp = try await session.response(with: OpenItem()).id
    }

    func testAsynchronousTestSeesItsMocks() async throws {
        XCTAssertEqual(seenInSetUp, 1)
        XCTAssertTrue(MockScope.current?.mocks === mocks)
        let item = try await session.response(with: OpenItem())
        XCTAssertEqual(item.id, 1)
        let list = await session.result(with: ListOf<Int>())
        XCTAssertEqual(list.failure?.transportCode, .networkForbidden)
        XCTAssertEqual(mocks.requests(to: OpenItem.self).count, 2)
    }

    @MainActor
    func testTestOnTheMainActorSeesItsMocks() async throws {
        let item = try await session.response(with: OpenItem())
        XCTAssertEqual(item.id, 1)
    }

    func testSynchronousTestSeesItsMocks() throws {
        XCTAssertTrue(MockScope.current?.mocks === mocks)
        let (called, started) = (expectation(description: "callback"), expectation(description: "task"))
        try session.endpointTask(with: OpenItem()) { result in
            XCTAssertEqual(try? result.get().id, 1)
            called.fulfill()
        }.resume()
        Task { [session] in
            let item = await session.result(with: OpenItem())
            XCTAssertEqual(try? item.get().id, 1)
            started.fulfill()
        }
        wait(for: [called, started], timeout: 60)
    }

    func testFailedOrSkippedTestSaysNothingAboutItsMocks() async throws {
        mocks.register(FetchItem.self, action: .return(Item(id: 2)))
        XCTAssertEqual(complaint(after: StubRun.of(self)), UnusedMocks(endpoints: ["FetchItem"]))
        XCTAssertEqual(complaint(after: nil), UnusedMocks(endpoints: ["FetchItem"]))
        XCTAssertNil(complaint(after: StubRun.of(self, failures: 1)))
        XCTAssertNil(complaint(after: StubRun.of(self, skips: 1)))
        _ = try await session.response(with: FetchItem())
        XCTAssertNil(complaint(after: StubRun.of(self)))
    }
}

/// Two tests of one class share nothing, and unused mocks are no fault unless the scope is strict.
final class SeparateMockedTests: MockedTestCase {
    /// Kept, so that no mocks lie where others lay.
    private static let seen = Locked<[Mocks]>([])

    override func registerMocks(in mocks: Mocks) {
        mocks.register(OpenItem.self, action: .return(Item(id: 1)))
    }

    func testFirst() async throws { try await checkIsAlone(number: 1) }

    func testSecond() async throws { try await checkIsAlone(number: 2) }

    func testThird() {
        XCTAssertFalse(isStrict)
        XCTAssertNil(complaint(after: nil))
    }

    private func checkIsAlone(number: Int) async throws {
        let mocks = mocks
        let isNew = Self.seen.withLock { seen in
            defer { seen.append(mocks) }
            return !seen.contains { $0 === mocks }
        }
        XCTAssertTrue(isNew)
        XCTAssertTrue(mocks.requests.isEmpty)
        XCTAssertEqual(mocks.unused, ["OpenItem"])
        mocks.register(ListOf<Int>.self, action: .return([number]))
        let list = try await URLSession.shared.response(with: ListOf<Int>())
        XCTAssertEqual(list, [number])
        XCTAssertEqual(mocks.requests(to: ListOf<Int>.self).count, 1)
    }
}

/// The run of a test as it may have ended.
private final class StubRun: XCTestRun {
    private var failures = 0
    private var skips = 0

    override var totalFailureCount: Int { failures }
    override var skipCount: Int { skips }

    static func of(_ test: XCTest, failures: Int = 0, skips: Int = 0) -> StubRun {
        let run = StubRun(test: test)
        (run.failures, run.skips) = (failures, skips)
        return run
    }
}
