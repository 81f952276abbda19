public import Testing

/// Gives each test a scope of mocks of its own.
///
/// ```swift
/// @Test(.mocking { $0.register(ListPosts.self, action: .return([])) })
/// func startsEmpty() async throws {
///     #expect(try await model.reload().isEmpty)
/// }
/// ```
///
/// On a suite it holds for each of its tests; the mocks of a test come on top of those of its suite.
public struct MockingTrait: TestTrait, SuiteTrait, TestScoping {
    private let isStrict: Bool
    private let register: @Sendable (Mocks) throws -> Void

    init(isStrict: Bool, register: @escaping @Sendable (Mocks) throws -> Void) {
        self.isStrict = isStrict
        self.register = register
    }

    /// True: each test of a suite gets mocks of its own.
    public var isRecursive: Bool { true }

    /// Runs a test in its scope.
    ///
    /// In a strict scope, mocks that no call asked for are an issue of the test.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        guard isStrict else { return try await withMock(register, test: function) }
        do {
            try await withStrictMock(register, test: function)
        } catch let unused as UnusedMocks {
            Issue.record(unused, sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == MockingTrait {
    /// Gives each test a scope of mocks of its own.
    ///
    /// - Parameters:
    ///   - isStrict: whether calls without a mock fail instead of going to the network, and mocks that no call asks for
    ///     are an issue; false by default.
    ///   - register: gets the mocks of each test.
    public static func mocking(
        isStrict: Bool = false,
        _ register: @escaping @Sendable (Mocks) throws -> Void = { _ in }
    ) -> MockingTrait {
        MockingTrait(isStrict: isStrict, register: register)
    }
}
