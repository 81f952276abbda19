#if canImport(XCTest)
public import XCTest

/// A test case of XCTest that gives each test a scope of mocks of its own.
///
/// ```swift
/// final class ShopTests: MockedTestCase {
///     override var isStrict: Bool { true }
///
///     override func registerMocks(in mocks: Mocks) {
///         mocks.register(ListItems.self, action: .return([]))
///     }
///
///     func testStartsEmpty() async throws {
///         let items = try await shop.items()
///         XCTAssertEqual(items, [])
///     }
/// }
/// ```
///
/// The scope holds for `setUp`, the test and `tearDown`, synchronous and asynchronous, and for the tasks that they start.
/// Work that is detached, or handed to a queue, can't see it; see ``MockScope``. For Swift Testing there is
/// ``MockingTrait``.
open class MockedTestCase: XCTestCase {
    /// The mocks of the test that runs; more may be registered in it.
    public private(set) var mocks = Mocks()

    /// Whether calls without a mock fail instead of going to the network, and mocks that no call asked for fail the
    /// test; false by default.
    open var isStrict: Bool { false }

    /// Registers the mocks that each test starts with; none by default.
    ///
    /// - Parameter mocks: the mocks of one test.
    /// - Throws: anything; the test then fails without having been run.
    open func registerMocks(in mocks: Mocks) throws {}

    /// Runs the test in its scope.
    open override func invokeTest() {
        // New ones each time, as a test may be repeated.
        mocks = Mocks()
        do {
            try registerMocks(in: mocks)
        } catch {
            return XCTFail("The mocks of the test could not be registered: \(error)")
        }
        withMock(mocks, isStrict: isStrict) { super.invokeTest() }
        if let complaint = complaint(after: testRun) { XCTFail(complaint.description) }
    }

    /// What a strict test fails with because of its mocks; a test that ended early says nothing about them.
    package func complaint(after run: XCTestRun?) -> UnusedMocks? {
        guard isStrict, run?.totalFailureCount ?? 0 == 0, run?.skipCount ?? 0 == 0 else { return nil }
        let unused = mocks.unused
        return unused.isEmpty ? nil : UnusedMocks(endpoints: unused)
    }
}
#endif
