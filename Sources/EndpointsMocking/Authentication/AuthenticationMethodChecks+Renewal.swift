extension AuthenticationMethodChecks {
    /// Checks that a method gets new credentials when the server refuses those it has, once, however many calls ask.
    ///
    /// ```swift
    /// try await checks.renewal { server.renewals }
    /// ```
    ///
    /// For methods that send the same credentials until they are renewed, not for signatures that differ each time.
    ///
    /// - Parameters:
    ///   - status: the status by which the server refuses credentials.
    ///   - body: the body that comes with it, empty unless given.
    ///   - counting: returns how often the method's counterpart has renewed the credentials so far. Given that, a
    ///     renewal too many is found even when nothing is left of it; nil by default.
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled; what `counting` throws.
    public func renewal(
        refusedBy status: Int = 401,
        body: Data = Data(),
        counting: (@Sendable () async throws -> Int)? = nil
    ) async throws {
        let method = try await makeMethod()
        let answer = Answer(status: status, body: body)
        guard method.maxRetryAttempts >= 1 else {
            throw ConformanceViolation(.retryAttempts, found: "maxRetryAttempts is \(method.maxRetryAttempts)")
        }
        let old = try await authenticate(RequestSample.full, by: method, .attachment)
        try await expect(true, from: method, answer, to: old.request, .renewalTrigger)
        try await expectNoInterest(in: old, by: method, answer)
        let new = try await renew(old, by: method, counting)
        try await expect(
            true, from: method, answer, to: old.request, .renewalTrigger,
            "a request with the credentials before the last")
        try await expectNoRenewal(of: old, insteadOf: new, by: method, counting)
        try await renewTogether(new, by: method, counting)
    }

    /// Renews the credentials of a failed request, and returns a request with the new ones.
    private func renew(
        _ failed: Authenticated,
        by method: Method,
        _ counting: (@Sendable () async throws -> Int)?
    ) async throws -> Authenticated {
        let before = try await counting?()
        try await step(.renewal, "reauthenticate(after:)") { try await method.reauthenticate(after: failed.request) }
        let new = try await authenticate(
            RequestSample.full, by: method, .renewal, "authenticate(request:) after reauthenticate(after:)")
        guard new.credentials != failed.credentials else {
            let found = "a request gets the same credentials after reauthenticate(after:) as before"
            throw ConformanceViolation(.renewal, found: found)
        }
        try await expectRenewals(1, since: before, .renewal, counting)
        return new
    }

    /// The request failed with credentials that have been replaced while it was under way.
    private func expectNoRenewal(
        of old: Authenticated,
        insteadOf new: Authenticated,
        by method: Method,
        _ counting: (@Sendable () async throws -> Int)?
    ) async throws {
        let before = try await counting?()
        let action = "a second reauthenticate(after:) for the same failed request"
        try await step(.rotation, action) { try await method.reauthenticate(after: old.request) }
        let later = try await authenticate(
            RequestSample.full, by: method, .rotation, "authenticate(request:) after that")
        guard later.credentials == new.credentials else {
            throw ConformanceViolation(.rotation, found: "\(action) replaced the credentials again")
        }
        try await expectRenewals(0, since: before, .rotation, counting)
    }

    /// Fifty calls fail with the same credentials.
    private func renewTogether(
        _ failed: Authenticated,
        by method: Method,
        _ counting: (@Sendable () async throws -> Int)?
    ) async throws {
        let before = try await counting?()
        let all = try await step(.sharedRenewal, "one of the calls of reauthenticate(after:) at the same time") {
            let start = SharedResult<Void>()
            return try await withThrowingTaskGroup(of: AttachedCredentials.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await start.value()
                        try await method.reauthenticate(after: failed.request)
                        let request = try await method.authenticate(request: RequestSample.full)
                        return AttachedCredentials(from: RequestSample.full, to: request)
                    }
                }
                start.settle(.success(()))
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        let last = try await authenticate(
            RequestSample.full, by: method, .sharedRenewal, "authenticate(request:) after the renewals")
        let others = all.filter { $0 != last.credentials }.count
        guard others == 0 else {
            let found = "of 50 calls \(others) went on with other credentials than the call after them"
            throw ConformanceViolation(.sharedRenewal, found: found)
        }
        guard last.credentials != failed.credentials else {
            let found = "50 calls of reauthenticate(after:) at the same time left the credentials as they were"
            throw ConformanceViolation(.sharedRenewal, found: found)
        }
        try await expectRenewals(1, since: before, .sharedRenewal, counting)
    }

    private func expectRenewals(
        _ expected: Int,
        since before: Int?,
        _ rule: ConformanceViolation.Rule,
        _ counting: (@Sendable () async throws -> Int)?
    ) async throws {
        guard let before, let counting else { return }
        let count = try await counting() - before
        guard count != expected else { return }
        throw ConformanceViolation(rule, found: "the credentials were renewed \(count) times, not \(expected)")
    }
}
