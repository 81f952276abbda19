/// Proves that an authentication method keeps the rules that a call relies on, in any test framework.
///
/// ```swift
/// let checks = AuthenticationMethodChecks { SignatureAuth(keyID: "test", secret: "made-up-s3cr3t") }
/// try await checks.all()
/// ```
///
/// Each check throws an ``ConformanceViolation`` for the first rule that is broken. Nothing is sent: the method
/// is given requests to `https://api.example.com`, and what it returns is compared with them. Let `makeMethod` use
/// made-up credentials, and stand-ins for whatever they come from.
public struct AuthenticationMethodChecks<Method: AuthenticationMethod>: Sendable, ConformanceChecks {
    /// Makes the method.
    let makeMethod: @Sendable () async throws -> Method
    let alarm: @Sendable () async throws -> Void

    /// Creates the checks of one method.
    ///
    /// - Parameters:
    ///   - timeLimit: how long a single step may take, 30 seconds unless told, a day at most; a method that waits for
    ///     itself becomes a violation after that. A method that blocks all threads of Swift's pool hangs the check.
    ///   - makeMethod: returns a method that has credentials, once for each check.
    public init(
        timeLimit: Duration = .seconds(30),
        makeMethod: @escaping @Sendable () async throws -> Method
    ) {
        let timeLimit = Self.limited(timeLimit)
        self.init(alarm: { try await Task.sleep(for: timeLimit) }, makeMethod: makeMethod)
    }

    /// Creates the checks with an alarm of one's own in place of the time limit.
    package init(
        alarm: @escaping @Sendable () async throws -> Void,
        makeMethod: @escaping @Sendable () async throws -> Method
    ) {
        self.alarm = alarm
        self.makeMethod = makeMethod
    }

    /// Runs every check that holds for any method.
    ///
    /// Not ``renewal(refusedBy:body:counting:)``, which only a method passes that renews its credentials, and not
    /// ``failuresSurface(breaking:)``, which needs to know how to break the method: call those in addition.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled; what `makeMethod`
    ///   throws.
    public func all() async throws {
        try await attaches()
        try await keepsDeclaredFields()
        try await isRepeatable()
        try await concealsCredentials()
        try await concurrency()
        try await cancellation()
        try await ignoresSuccess()
    }
}

extension AuthenticationMethodChecks {
    /// A request as the method returned it, and what it has more than the one that was given.
    struct Authenticated: Sendable {
        let request: URLRequest
        let credentials: AttachedCredentials
    }

    /// Lets the method authenticate a request, and expects that it attaches something.
    func authenticate(
        _ request: URLRequest,
        by method: Method,
        _ rule: ConformanceViolation.Rule,
        _ action: String = "authenticate(request:)"
    ) async throws -> Authenticated {
        let authenticated = try await step(rule, action) { try await method.authenticate(request: request) }
        let credentials = AttachedCredentials(from: request, to: authenticated)
        guard !credentials.isEmpty else {
            let found = "\(action) returned the request without a new header field or query item that has a value"
            throw ConformanceViolation(rule, found: found)
        }
        return Authenticated(request: authenticated, credentials: credentials)
    }
}
