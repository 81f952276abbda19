// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

open class XCTest: NSObject {
    open var name: String { "" }
    open var testRun: XCTestRun? { nil }
    open func setUp() async throws {}
    open func setUpWithError() throws {}
    open func setUp() {}
    open func tearDown() async throws {}
    open func tearDownWithError() throws {}
    open func tearDown() {}
}

open class XCTestCase: XCTest {
    open func invokeTest() {}
    open func expectation(description: String) -> XCTestExpectation { XCTestExpectation() }
    open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) {}
}

open class XCTestRun: NSObject {
    public init(test: XCTest) {}
    open var skipCount: Int { 0 }
    open var totalFailureCount: Int { 0 }
}

open class XCTestExpectation: NSObject, @unchecked Sendable {
    open func fulfill() {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

public func XCTAssertEqual<T: Equatable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertFalse(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertNil(
    _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}
