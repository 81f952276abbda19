#if os(Linux)
import EndpointsTesting
import XCTest

/// A strict test of XCTest fails for mocks that no call asked for, and for mocks that could not be registered.
///
/// Linux has no XCTExpectFailure, so the failures are caught where they are recorded; Apple's XCTest has
/// another function for that.
final class UnusedMockTests: MockedTestCase {
    private struct Over: Error {}

    private var expected: [String]?
    private var failures: [String] = []
    private var isRun = false

    override var isStrict: Bool { true }

    override func registerMocks(in mocks: Mocks) throws {
        if name.hasSuffix("testWithoutMocksIsNotRun") { throw Over() }
        mocks.register(OpenItem.self, action: .return(Item(id: 1)))
        mocks.respond(to: FetchItem.self, json: Item(id: 2))
    }

    override func invokeTest() {
        (expected, failures, isRun) = ([], [], false)
        super.invokeTest()
        let wanted = isRun ? expected ?? [] : ["Over()"]
        expected = nil
        XCTAssertEqual(failures.count, wanted.count, "\(failures)")
        for (failure, words) in zip(failures, wanted) { XCTAssertTrue(failure.contains(words), failure) }
    }

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected isExpected: Bool
    ) {
        guard expected == nil else { return failures.append(description) }
        super.recordFailure(
            withDescription: description, inFile: filePath, atLine: lineNumber, expected: isExpected)
    }

    func testMocksThatNothingAskedForAreNamed() {
        isRun = true
        expected = ["No call asked for the mocks of FetchItem, OpenItem."]
    }

    func testMocksThatWereAskedForAreNot() async throws {
        isRun = true
        expected = ["No call asked for the mocks of FetchItem."]
        _ = try await URLSession.shared.response(with: OpenItem())
    }

    func testNothingIsReportedWhenAllWereAskedFor() async throws {
        isRun = true
        _ = try await URLSession.shared.response(with: OpenItem())
        _ = try await URLSession.shared.response(with: FetchItem(), auth: .bearer("A1"))
    }

    func testWithoutMocksIsNotRun() {
        isRun = true
    }
}
#endif
