/// The mocks that hold for the current task and its children, the innermost first.
///
/// Child tasks, groups and `Task { }` inherit the scope. Work that is detached, or handed to a queue, can't see it: take
/// ``current`` along and ``run(_:)`` there.
public final class MockScope: Sendable {
    /// The scope's own mocks.
    public let mocks: Mocks
    /// Whether calls without a mock fail instead of going to the network.
    let isStrict: Bool
    private let outer: MockScope?
    package let scopeID: ScopeID?
    /// A recording or a replay that the scope is inside of; it gets the calls without a mock.
    private let background: (any CallInterceptor)?

    init(_ mocks: Mocks, isStrict: Bool) {
        self.mocks = mocks
        outer = Self.current
        background = outer == nil ? CallInterception.current : outer?.background
        self.isStrict = isStrict || outer?.isStrict == true
        scopeID = background?.scopeID ?? outer?.scopeID ?? mocks.id
    }

    /// The scope of the current task; nil outside of every scope.
    public static var current: MockScope? { CallInterception.current as? MockScope }

    /// Runs an operation in this scope.
    public func run<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        try await CallInterception.$current.withValue(self, operation: operation)
    }

    /// Runs an operation that doesn't wait in this scope; tasks that it starts inherit the scope.
    public func run<Value>(_ operation: () throws -> Value) rethrows -> Value {
        try CallInterception.$current.withValue(self, operation: operation)
    }

    /// The mocks that answer calls of a type: those of the innermost scope that has some.
    private func owner<T: Endpoint>(of endpoint: T.Type) -> Mocks? {
        mocks.contains(endpoint) ? mocks : outer?.owner(of: endpoint)
    }
}

extension MockScope: CallInterceptor {
    package func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool {
        isStrict || owner(of: endpoint) != nil || background?.concerns(endpoint) == true
    }

    package func intercept<T: Endpoint>(_ call: InterceptedCall<T>) async throws(T.TaskError) -> Interception<T> {
        if let owner = owner(of: T.self), let entry = owner.use(T.self) {
            let answer = try await entry.answer(to: call, of: owner)
            guard case .network = answer else { return answer }
        } else if isStrict {
            throw call.failure(TransportFailure(code: .networkForbidden, detail: "\(T.self)"))
        }
        return try await background?.intercept(call) ?? .network
    }
}

extension MockScope: CustomReflectable {
    /// Nothing: recorded requests may hold credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
