/// Runs a test in which nothing goes to the network, and in which every mock has to be asked for.
///
/// A call without a mock fails with the transport failure ``TransportFailure/Code/networkForbidden``, which names the
/// endpoint; no socket is opened. A mock with the action `.none` lets its calls through. Scopes inside are strict, too.
///
/// - Parameters:
///   - register: gets the scope's mocks.
///   - test: runs in the scope of the mocks.
/// - Returns: what the test returns.
/// - Throws: what one of the two throws; ``UnusedMocks`` after a test that succeeded without asking for all mocks.
public func withStrictMock<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ register: (Mocks) throws -> Void,
    test: () async throws -> Value
) async throws -> Value {
    let mocks = Mocks()
    try register(mocks)
    let value = try await MockScope(mocks, isStrict: true).run(test)
    if !mocks.unused.isEmpty { throw UnusedMocks(endpoints: mocks.unused) }
    return value
}

/// Mocks were registered in a strict scope, and no call asked for them.
public struct UnusedMocks: Error, Sendable, Hashable {
    /// The names of the endpoints' types.
    public let endpoints: [String]

    /// Creates the error.
    public init(endpoints: [String]) {
        self.endpoints = endpoints
    }
}

extension UnusedMocks: LocalizedError, CustomStringConvertible {
    /// Which mocks they are, and what to do.
    public var errorDescription: String? { description }

    /// Which mocks they are, and what to do.
    public var description: String {
        "No call asked for the mocks of \(endpoints.joined(separator: ", ")). Remove them, or see why nothing was sent."
    }
}
