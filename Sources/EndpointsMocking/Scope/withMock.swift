/// Runs a test in which calls of an endpoint get what an action says.
///
/// The mock holds for the test's task and its children, and is gone when the test has returned or thrown. Scopes nest: the
/// innermost mock of a type counts, and endpoints without one go to the network.
///
/// ```swift
/// try await withMock(ListPosts.self, action: .return([Post(id: 1, title: "First")])) {
///     let posts = try await model.reload()
///     #expect(posts.count == 1)
/// }
/// ```
///
/// - Parameters:
///   - endpoint: the type whose calls are answered.
///   - action: what they get.
///   - test: runs in the scope of the mock.
/// - Returns: what the test returns.
/// - Throws: what the test throws.
public func withMock<T: Endpoint, Value>(
    _ endpoint: T.Type,
    action: MockAction<T>,
    isolation: isolated (any Actor)? = #isolation,
    test: () async throws -> Value
) async rethrows -> Value {
    let mocks = Mocks()
    mocks.register(endpoint, action: action)
    return try await MockScope(mocks, isStrict: false).run(test)
}

/// Runs a test in which a handler decides about each call of an endpoint.
///
/// ```swift
/// try await withMock(GetUser.self) { continuation in
///     continuation.resume(returning: User(id: continuation.endpoint.id))
/// } test: {
///     let user = try await model.user(7)
///     #expect(user.id == 7)
/// }
/// ```
///
/// - Parameters:
///   - endpoint: the type whose calls are answered.
///   - handler: gets each call, with the endpoint's values and the request that was built, and resumes it once.
///   - test: runs in the scope of the mock.
/// - Returns: what the test returns.
/// - Throws: what the test throws.
public func withMock<T: Endpoint, Value>(
    _ endpoint: T.Type,
    isolation: isolated (any Actor)? = #isolation,
    _ handler: @escaping @Sendable (MockContinuation<T>) async -> Void,
    test: () async throws -> Value
) async rethrows -> Value {
    let mocks = Mocks()
    mocks.register(endpoint, handler: handler)
    return try await MockScope(mocks, isStrict: false).run(test)
}

/// Runs a test with several mocks.
///
/// ```swift
/// try await withMock { mocks in
///     mocks.register(ListPosts.self, action: .return([]))
///     mocks.respond(to: AddPost.self, status: 201, json: post)
/// } test: {
///     try await model.publish(post)
///     #expect(MockScope.current?.mocks.requests(to: AddPost.self).count == 1)
/// }
/// ```
///
/// - Parameters:
///   - register: gets the scope's mocks, which it may keep, to ask them for the recorded requests afterwards.
///   - test: runs in the scope of the mocks.
/// - Returns: what the test returns.
/// - Throws: what one of the two throws.
public func withMock<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ register: (Mocks) throws -> Void,
    test: () async throws -> Value
) async rethrows -> Value {
    let mocks = Mocks()
    try register(mocks)
    return try await MockScope(mocks, isStrict: false).run(test)
}

/// Runs a test with mocks that have been made before.
///
/// - Parameters:
///   - mocks: more may be registered while the test runs.
///   - isStrict: whether calls without a mock fail instead of going to the network; false by default. Mocks that no call
///     asked for are not reported: ``withStrictMock(isolation:_:test:)`` does that, or look at ``Mocks/unused``.
///   - test: runs in the scope of the mocks.
/// - Returns: what the test returns.
/// - Throws: what the test throws.
public func withMock<Value>(
    _ mocks: Mocks,
    isStrict: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    test: () async throws -> Value
) async rethrows -> Value {
    try await MockScope(mocks, isStrict: isStrict).run(test)
}

/// Runs a test that doesn't wait with mocks that have been made before; tasks that it starts inherit them.
///
/// The compiler chooses it for a closure without `await`, in asynchronous functions too.
///
/// - Parameters:
///   - mocks: more may be registered while the test runs.
///   - isStrict: whether calls without a mock fail instead of going to the network; false by default.
///   - test: runs in the scope of the mocks.
/// - Returns: what the test returns.
/// - Throws: what the test throws.
public func withMock<Value>(
    _ mocks: Mocks,
    isStrict: Bool = false,
    test: () throws -> Value
) rethrows -> Value {
    try MockScope(mocks, isStrict: isStrict).run(test)
}

/// The former name of ``withMock(_:isStrict:test:)``.
@available(*, deprecated, renamed: "withMock(_:isStrict:test:)")
public func withMocks<Value>(
    _ mocks: Mocks,
    isStrict: Bool = false,
    test: () throws -> Value
) rethrows -> Value {
    try withMock(mocks, isStrict: isStrict, test: test)
}
