/// What stands between the calls of the current task and the network: mocks, recorders, the tests of this package.
package protocol CallInterceptor: Sendable {
    /// Tells scopes apart whose accounts must not mix; nil where that doesn't matter.
    var scopeID: ScopeID? { get }

    /// The copies that stand in for accounts with a store; nil where the accounts themselves are used.
    var accounts: ScopedAccounts? { get }

    /// Whether calls of the endpoint don't just go to the network.
    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool

    /// Says what becomes of a call whose request has been built.
    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T>
}

extension CallInterceptor {
    package var accounts: ScopedAccounts? { nil }
}

/// What becomes of a call.
package enum Interception<T: Endpoint>: Sendable {
    /// It goes to the network.
    case network
    /// It is answered before it has been authenticated or sent.
    case answer(EndpointResponse<T.Response>)
    /// It fails before it has been authenticated or sent.
    case failure(T.TaskError)
    /// Somebody has to be waited for.
    case pending(@Sendable () async -> Interception<T>)
    /// Its attempts go to this transport.
    case transport(any Transport)
    /// Its attempts go to a transport that may use the network's.
    case around(@Sendable (any Transport) -> any Transport)
}

/// Tells scopes apart whose accounts must not mix; never used twice in a process.
package typealias ScopeID = UniqueID

/// The interceptor of the current task and its children; nil costs a call no more than reading this.
package enum CallInterception {
    @TaskLocal package static var current: (any CallInterceptor)?
}
