/// The mocks that hold for the current task and its children, the innermost first.
///
/// Child tasks, groups and `Task { }` inherit the scope. Work that is detached, or handed to a queue, can't see it: take
/// ``current`` along and ``run(_:)`` there.
///
/// In a scope, a `JWTAuth` whose store outlives the process works on a copy in memory, with a stand-in for its refresh
/// token. The copy begins with the stored tokens and ends with the scope; its hooks are those of the account, and `states`
/// that are observed outside don't show it. A token store of your own that a test makes returns false from
/// `isPersistent`: then the scope uses it as it is.
public final class MockScope: Sendable {
    /// The scope's own mocks.
    public let mocks: Mocks
    /// Whether calls without a mock fail instead of going to the network.
    let isStrict: Bool
    private let outer: MockScope?
    package let scopeID: ScopeID?
    package let accounts: ScopedAccounts?
    /// A recording or a replay that the scope is inside of; it gets the calls without a mock.
    private let background: (any CallInterceptor)?

    init(_ mocks: Mocks, isStrict: Bool) {
        self.mocks = mocks
        outer = Self.current
        background = outer == nil ? CallInterception.current : outer?.background
        self.isStrict = isStrict || outer?.isStrict == true
        scopeID = background?.scopeID ?? outer?.scopeID ?? mocks.id
        accounts = background?.accounts ?? outer?.accounts ?? ScopedAccounts()
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

    /// The mock of a type, which counts as used: that of the innermost scope that has one.
    private func use(_ endpoint: ObjectIdentifier) -> (mocks: Mocks, use: Mocks.Use)? {
        mocks.use(endpoint).map { (mocks, $0) } ?? outer?.use(endpoint)
    }

    private func hasMock(of endpoint: ObjectIdentifier) -> Bool {
        mocks.contains(endpoint) || outer?.hasMock(of: endpoint) == true
    }

    /// What becomes of a call that no mock answers.
    private func letThrough<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> {
        background?.intercept(call) ?? .network
    }
}

extension MockScope: CallInterceptor {
    package func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool {
        isStrict || hasMock(of: ObjectIdentifier(endpoint)) || background?.concerns(endpoint) == true
    }

    package func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> {
        guard let (mocks, use) = use(ObjectIdentifier(T.self)) else {
            guard isStrict else { return letThrough(call) }
            return .failure(call.failure(TransportFailure(code: .networkForbidden, detail: "\(T.self)")))
        }
        switch use {
        case .own(let box, let place):
            // Safe because a type's identity leads to the box of that type.
            return intercept(call, by: unsafeDowncast(box, to: MockBox<T>.self).entry, of: mocks, at: place)
        case .others(let responder):
            return .transport(WireTransport(to: call, responder: responder, mocks: mocks))
        }
    }

    private func intercept<T: Endpoint>(
        _ call: InterceptedCall<T>, by entry: MockEntry<T>, of mocks: Mocks, at place: Int
    ) -> Interception<T> {
        switch entry {
        case .action(let action):
            return answer(to: call, by: action, of: mocks, at: place)
        case .handler(let handler):
            return .pending { [self] in
                let action = await MockEntry.action(of: handler, for: call)
                return answer(to: call, by: action, of: mocks, at: place)
            }
        case .wire(let responder):
            return .transport(WireTransport(to: call, responder: responder, mocks: mocks))
        }
    }

    private func answer<T: Endpoint>(
        to call: InterceptedCall<T>, by action: MockAction<T>, of mocks: Mocks, at place: Int
    ) -> Interception<T> {
        // One that is let through is the network's to answer.
        guard !action.letsThrough else { return letThrough(call) }
        mocks.record(call.endpoint, call.request.drained, at: place)
        return action.answer(to: call)
    }
}

extension MockScope: CustomReflectable {
    /// Nothing: recorded requests may hold credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
